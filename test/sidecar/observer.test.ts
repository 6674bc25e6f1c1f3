import * as assert from 'uvu/assert';
import type { Answer } from '../../cluster/answer.ts';
import type { Client } from '../../cluster/client.ts';
import { newCache } from '../../sidecar/cache.ts';
import { toClaim } from '../../sidecar/decide/project.ts';
import type { Write } from '../../sidecar/decide/write.ts';
import { observerOf } from '../../sidecar/observer.ts';
import { reconcilerOf } from '../../sidecar/reconcile.ts';
import { newStatus } from '../../sidecar/status.ts';
import { toTenantResource } from '../../sidecar/tenants/project.ts';
import { observedReads } from '../../sidecar/work/reads.ts';
import { suite } from '../harness.ts';

const [claim, volume] = ['/api/v1/namespaces/acme/persistentvolumeclaims/data', '/api/v1/persistentvolumes/pv'];
const forbidden: Answer = { ok: false, status: 403, message: 'forbidden', retryAfter: 0 };
const gone: Answer = { ok: false, status: 404, message: 'not found', retryAfter: 0 };
const found: Answer = { ok: true, status: 200, body: {} };

/** Reads the paths, which receive the given answers, and returns the problems after the last one. */
async function problemsAfter(reads: readonly (readonly [path: string, answer: Answer])[]): Promise<readonly string[]> {
  const status = newStatus([]);
  const answers = reads.map(([, answer]) => answer);
  const client = { get: async () => answers.shift() } as unknown as Client;
  const reader = observedReads(
    client,
    observerOf(status, () => undefined),
  );
  for (const [path] of reads) await reader.get(path);
  return status.problems();
}

suite('reads of the sidecar', (test) => {
  test('make it unready while the API server forbids them', async () =>
    assert.equal(await problemsAfter([[claim, forbidden]]), ['get persistentvolumeclaims: forbidden']));

  test('make it ready again once one succeeds or finds nothing', async () => {
    for (const answer of [found, gone])
      assert.equal(
        await problemsAfter([
          [claim, forbidden],
          [claim, answer],
        ]),
        [],
      );
  });

  test('of another resource type do not end the problem', async () =>
    assert.equal(
      await problemsAfter([
        [claim, forbidden],
        [volume, found],
      ]),
      ['get persistentvolumeclaims: forbidden'],
    ));
});

suite('rejected writes of the sidecar', (test) => {
  const write: Write = { type: 'drop-finalizer', claim: toClaim({}) };
  const observed = () => {
    const status = newStatus([]);
    return { status, observer: observerOf(status, () => undefined) };
  };

  test('make it unready until the write succeeds for the same object', () => {
    const { status, observer } = observed();
    observer.wrote(write, forbidden, 'acme/data');
    observer.wrote(write, forbidden, 'acme/logs');
    observer.wrote(write, found, 'beta/data');
    observer.wrote(write, found, 'acme/data');
    assert.equal(status.problems(), ['drop-finalizer: forbidden']);
    observer.wrote(write, found, 'acme/logs');
    assert.equal(status.problems(), []);
  });

  test('are forgotten when the object no longer needs a write', () => {
    const { status, observer } = observed();
    observer.wrote(write, forbidden, 'acme/data');
    observer.settled('beta/data');
    assert.equal(status.problems(), ['drop-finalizer: forbidden']);
    observer.settled('acme/data');
    assert.equal(status.problems(), []);
  });

  test('of a deleted object are forgotten at its reconciliation', async () => {
    const { status, observer } = observed();
    observer.wrote(write, forbidden, 'acme/data');
    const { claim: reconcile } = reconcilerOf({} as Client, newCache(), observer);
    assert.equal(await reconcile('acme/data'), { ok: true });
    assert.equal(status.problems(), []);
  });
});

suite('writes of the status by other programs', (test) => {
  const warnings = (otherWriters: readonly string[]) => {
    const lines: string[] = [];
    const { wroteTenant } = observerOf(newStatus([]), (level, message) => {
      if (level === 'warning') lines.push(message);
    });
    wroteTenant({ type: 'status', resource: { ...toTenantResource('orgs', {}), otherWriters }, status: {} }, found);
    return lines;
  };

  test('cause a warning that names each program once', () => {
    assert.equal(warnings([]), []);
    assert.equal(warnings(['tetrapus', 'tetrapus']), ['tetrapus also writes the status; stop this program']);
    assert.equal(warnings(['kubectl', 'tetrapus']), [
      'kubectl and tetrapus also write the status; stop these programs',
    ]);
  });
});
