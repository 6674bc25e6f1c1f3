import * as assert from 'uvu/assert';
import { isExempt, violationsOf } from '../../admission/evaluate.ts';
import { requestOf } from '../../test/admission/fixture-request.ts';
import { type Fixture, type FixtureFile, fixtureFiles } from '../../test/admission/fixtures.ts';
import { accountsOf, rules } from '../../test/admission/rules.ts';
import { suite } from '../../test/harness.ts';
import type { Answer } from '../api.ts';
import { type Cluster, clusterOf } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { addedTime, longLists } from './list-cost.ts';
import { applyRules } from './policed-cluster.ts';
import { answerTo, answerToAdministrator, forget, prepare } from './verdicts.ts';

const files = fixtureFiles();

/** The oldest version that supports policies, and the newest version. */
const apiServers = [
  ['1.30', 'kube-apiserver-1.30'],
  ['1.36', 'kube-apiserver'],
] as const;

for (const [version, program] of apiServers)
  suite(`the API server of Kubernetes ${version} enforces the rules`, (test) => {
    let plane: ControlPlane;
    let cluster: Cluster;

    test('the API server accepts every policy', async () => {
      plane = await startControlPlane('api-only', program);
      cluster = clusterOf(plane.api);
      await applyRules(cluster, rules);
    });

    for (const file of files)
      for (const fixture of file.fixtures.filter(({ minimum = version }) => minimum <= version))
        test(`${fixture.rule}: ${fixture.name}`, async () => {
          const old = await prepare(cluster, fixture);
          const answer = await answerTo(cluster, fixture);
          assertVerdict(answer, fixture);
          const expected = await predicted(cluster, file, old ? { ...fixture, old } : fixture);
          const isFirst = fixture.also === undefined || rejectionOf(fixture.rule, answer) !== '';
          if (isFirst)
            assert.is(sorted(rejectionOf(fixture.rule, answer)), expected, 'API server and predicate differ');
          if (fixture.old) await forget(cluster, fixture.old);
        });

    for (const [what, shape] of Object.entries(longLists))
      test(`an object with 10,000 ${what} takes the API server little more time than without the rules`, async () =>
        assert.ok((await addedTime(plane, shape)) < 3));

    test('the API server stops', () => plane.stop());
  });

function assertVerdict(answer: Answer, { rule, rejected, unordered, also }: Fixture): void {
  const all = String(answer.body['message'] ?? '');
  if (rejected === undefined) {
    assert.ok(answer.status < 300, all);
    return;
  }
  assert.is(answer.status, 403, all);
  const message = rejectionOf(rule, answer) || rejectionOf(also ?? rule, answer);
  if (also !== undefined) {
    assert.is.not(message, '', all);
    return;
  }
  assert.ok(message.startsWith(`${rule}: `), all);
  if (!unordered) assert.ok(message.endsWith(`: ${rejected}`), message);
}

/** The message of the rule; empty if the rule accepts the request. Other rules can still reject it. */
function rejectionOf(rule: string, { status, body }: Answer): string {
  if (status < 300) return '';
  const causes =
    (body['details'] as { readonly causes?: readonly { readonly message: string }[] } | undefined)?.causes ?? [];
  const start = `ValidatingAdmissionPolicy 'leasehold-${rule}' with binding 'leasehold-${rule}' denied request: `;
  return causes.find(({ message }) => message.startsWith(start))?.message.slice(start.length) ?? '';
}

/**
 * The message of the first violation of the fixture's rule that the predicates find in the object after the API server has
 * set its defaults. Empty if they find none.
 */
async function predicted(cluster: Cluster, file: FixtureFile, fixture: Fixture): Promise<string> {
  const { body } = await answerToAdministrator(cluster, fixture);
  const isObject = fixture.operation !== 'DELETE' && body['kind'] !== 'Status' && fixture.object?.kind !== 'Scale';
  const request = requestOf(file, isObject ? { ...fixture, object: body as never } : fixture);
  const all = rules.filter((rule) => !isExempt(accountsOf(rule), request));
  const [first] = violationsOf(
    all.filter(({ id }) => id === fixture.rule),
    request,
  );
  return sorted(first?.message ?? '');
}

/** Sorts values that come from the keys of a mapping, because these have no order. */
function sorted(message: string): string {
  const at = message.lastIndexOf(': ') + 2;
  return message.slice(0, at) + message.slice(at).split(', ').sort().join(', ');
}
