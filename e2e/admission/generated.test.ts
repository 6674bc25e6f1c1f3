import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { violationsOf } from '../../admission/evaluate.ts';
import type { AdmissionRequest } from '../../admission/request.ts';
import type { Tree } from '../../data/tree.ts';
import { users } from '../../test/admission/fixtures.ts';
import { rules } from '../../test/admission/rules.ts';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { namespace, objects } from './generated-objects.ts';
import { applyRules } from './policed-cluster.ts';

let plane: ControlPlane;
let cluster: Cluster;

suite('predicates and CEL agree on generated objects', (test) => {
  test('the API server starts', async () => {
    plane = await startControlPlane('api-only');
    cluster = clusterOf(plane.api);
    await applyRules(cluster, rules);
    assert.equal(complaints(await cluster.apply([namespace])), []);
  });

  for (const [path, arbitrary] of Object.entries(objects))
    test(path, async () => {
      const seen = { allowed: 0, rejected: 0 };
      await fc.assert(
        fc.asyncProperty(arbitrary, async (object) => {
          const { expected, found } = await verdicts(path, object);
          if (expected === undefined) return;
          assert.is(found.length > 0, expected !== '', `${expected} / ${found.join('; ')}`);
          if (expected !== '') assert.ok(found.includes(expected), `${expected} is not among ${found.join('; ')}`);
          seen[expected === '' ? 'allowed' : 'rejected']++;
        }),
        { numRuns: 150 },
      );
      assert.ok(seen.allowed > 5 && seen.rejected > 20, JSON.stringify(seen));
    });

  test('the API server stops', () => plane.stop());
});

/**
 * `expected` is the first message of the API server: empty if it accepts the object, and undefined for an invalid object. `found`
 * contains all problems that the predicates find.
 */
async function verdicts(path: string, object: Tree) {
  const [, , group = '', version = '', plural = ''] = path.startsWith('/api/')
    ? ['', '', '', 'v1', path.split('/')[3]]
    : path.split('/');
  const base = group === '' ? '/api/v1' : `/apis/${group}/${version}`;
  const request = { body: object, query: { dryRun: 'All' } };
  const admin = await cluster.api.request('POST', `${base}/namespaces/generated/${plural}`, request);
  if (admin.status !== 201) return { expected: undefined, found: [] };
  const { username, groups } = users.member;
  const { status, body } = await cluster.api
    .as(username, ...groups)
    .request('POST', `${base}/namespaces/generated/${plural}`, request);
  const expected =
    status === 201 ? '' : sorted(String(body['message']).split('denied request: ')[1] ?? String(body['message']));
  const found = violationsOf(rules, requestOf(group, plural, admin.body)).map(({ message }) => sorted(message));
  return { expected, found };
}

function requestOf(group: string, resource: string, object: Tree): AdmissionRequest {
  return {
    operation: 'CREATE',
    group,
    resource,
    namespaceObject: namespace,
    object,
    oldObject: undefined,
    user: users.member,
  };
}

/** Sorts values that come from the keys of a mapping, because these have no order. */
function sorted(message: string): string {
  const at = message.lastIndexOf(': ') + 2;
  return message.slice(0, at) + message.slice(at).split(', ').sort().join(', ');
}
