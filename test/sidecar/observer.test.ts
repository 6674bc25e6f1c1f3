import * as assert from 'uvu/assert';
import type { Answer } from '../../cluster/answer.ts';
import type { Client } from '../../cluster/client.ts';
import { observerOf } from '../../sidecar/observer.ts';
import { newStatus } from '../../sidecar/status.ts';
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

  test('of another resource type end no problem', async () =>
    assert.equal(
      await problemsAfter([
        [claim, forbidden],
        [volume, found],
      ]),
      ['get persistentvolumeclaims: forbidden'],
    ));
});
