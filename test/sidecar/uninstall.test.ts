import * as assert from 'uvu/assert';
import type { Answer } from '../../cluster/answer.ts';
import type { Client } from '../../cluster/client.ts';
import { volumeFinalizer } from '../../kubernetes/retention.ts';
import { uninstall } from '../../sidecar/uninstall.ts';
import { suite } from '../harness.ts';

const claim = { metadata: { namespace: 'acme', name: 'data', finalizers: [volumeFinalizer] } };
const found = (body: unknown): Answer => ({ ok: true, status: 200, body });

/** The errors of an uninstall in which each write to a claim has the given answer. */
async function errorsWith(answer: Answer): Promise<readonly string[]> {
  const errors: string[] = [];
  const client: Pick<Client, 'get' | 'list' | 'patch'> = {
    get: async (path) => found(path.endsWith('/data') ? claim : {}),
    list: async (_, onItem) => {
      onItem(claim);
      return { ok: true, version: '1', next: '' };
    },
    patch: async (path) => (path.endsWith('/data') ? answer : found({})),
  };
  const timing = { now: () => 0, random: () => 0, sleep: async () => {} };
  const log = (level: string, message: string) => void (level === 'error' && errors.push(message));
  const run = { client: client as Client, timing, log, namespace: 'argocd', collections: [] };
  await uninstall(run, new AbortController().signal);
  return errors;
}

suite('an uninstall', (test) => {
  test('reports why it cannot remove the finalizer of a claim', async () =>
    assert.equal(await errorsWith({ ok: false, status: 403, message: 'patch is forbidden', retryAfter: 0 }), [
      'could not remove the finalizer of the claim: patch is forbidden; run the uninstall Job again',
      'claims released: 0, failed: 1',
    ]));
});
