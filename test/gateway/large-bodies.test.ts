import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { ofRequests, openBodies } from '../../gateway/limits/bodies.ts';
import { openLimits } from '../../gateway/limits/limits.ts';
import { createApp } from '../../gateway/routes/app.ts';
import { openMetrics } from '../../gateway/routes/metrics.ts';
import { suite } from '../harness.ts';
import { gatewayFixture, origin } from './fixture.ts';
import { people } from './people.ts';
import { addMember } from './propose.ts';

const { gateway } = gatewayFixture();
const app = createApp({ ...gateway, limits: openLimits(Date.now) }, openMetrics());
const mebibyte = 1024 * 1024;

/** The headers of a person who is signed in. */
async function signedIn(name: 'owner' | 'viewer'): Promise<Readonly<Record<string, string>>> {
  const identity = { name, email: '', subject: `x#${name}`, providerSession: undefined };
  const secret = await gateway.sessions.add({ person: people[name], ...identity, expiresAt: 8.64e15 });
  const cookie = `${gateway.authenticator.cookie}=${secret}`;
  return { host: new URL(origin).host, origin, cookie, 'content-type': 'application/json' };
}

async function preview(headers: Readonly<Record<string, string>>): Promise<Response> {
  const body = JSON.stringify({ intent: addMember });
  return app.request('/api/v1/previews', { method: 'POST', headers, body });
}

/** Sends a body in one part, and ends it later. */
function slowRequest(headers: Readonly<Record<string, string>>, size: number) {
  let isRead = false;
  let end = () => {};
  const part = new Uint8Array(size).fill(120);
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (isRead) {
      end = () => controller.close();
      return new Promise<void>(() => {});
    }
    isRead = true;
    return controller.enqueue(part);
  };
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  const options: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return {
    isRead: () => isRead,
    end: () => end(),
    response: Promise.resolve(app.request('/api/v1/previews', options)),
  };
}

suite('the bodies of requests in memory', (test) => {
  test('are limited for each person, because slow clients could keep many of them open', async () => {
    const [owner, viewer] = [await signedIn('owner'), await signedIn('viewer')];
    const slow = Array.from({ length: 4 }, () => slowRequest(owner, 4 * mebibyte - 1));
    while (!slow.every(({ isRead }) => isRead())) await sleep(5);
    await sleep(5);
    const refused = await preview(owner);
    assert.equal([refused.status, refused.headers.get('retry-after')], [429, '5']);
    assert.is((await preview(viewer)).status, 200);
    for (const { end } of slow) end();
    const statuses = await Promise.all(slow.map(async ({ response }) => (await response).status));
    assert.equal(statuses, [400, 400, 400, 400]);
    assert.is((await preview(owner)).status, 200);
  });

  test('are limited for all people together', () => {
    const bodies = openBodies(ofRequests);
    for (let index = 0; index < 10; index++) bodies.open(`p${index}`).add(15 * mebibyte);
    assert.throws(() => bodies.open('late').add(15 * mebibyte));
    const body = bodies.open('late');
    body.add(5 * mebibyte);
    body.close();
    body.close();
    bodies.open('late').add(10 * mebibyte);
  });
});
