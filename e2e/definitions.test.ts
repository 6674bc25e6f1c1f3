import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import type { Answer } from './api.ts';
import { prepare } from './apply-again.ts';
import { readCases } from './cases.ts';
import { type Applied, clusterOf, complaints } from './cluster.ts';
import { sharedControlPlane } from './control-plane.ts';
import { installDefinitions } from './foreign-kinds.ts';
import { type KubeObject, nameOf } from './manifests.ts';
import { mutations } from './mutations.ts';
import { readDefinitions, readSamples } from './product.ts';
import { schemaCheck } from './schema-check.ts';

suite('the definitions of the kinds of leasehold', (test) => {
  test('are structural and cause no warning', async () => {
    const cluster = clusterOf((await sharedControlPlane('api-only')).api);
    assert.equal(complaints(await cluster.apply(readDefinitions())), []);
    await installDefinitions(cluster, readDefinitions());
    const answers = await Promise.all(readDefinitions().map((definition) => cluster.get(definition)));
    assert.equal(
      answers.filter(({ body }) => isInvalid(body)),
      [],
    );
  });

  test('accept each sample', async () => {
    const samples = await tryAll(readSamples());
    assert.ok(samples.length > 0, 'no sample has one of our kinds');
    assert.equal(complaints(samples), []);
  });

  test('accept each input of a case without errors', async () => {
    // An ambiguous scalar is one that the cluster reads differently from what its author meant.
    const valid = readCases().filter(({ outputs, problem }) => outputs.length > 0 && problem !== 'ambiguous-scalar');
    assert.equal(complaints(await tryAll(valid.flatMap(({ inputs }) => inputs.map(asCreated)))), []);
  });

  test('reject a wrong type, enum value, format or size and a missing or unknown field, as the schemas do', async () => {
    const check = schemaCheck();
    const inputs = [...readCases().flatMap((one) => one.inputs), ...readSamples().flatMap(mutations)];
    // Definitions accept empty strings, as the upstream ones do. leasehold treats them as absent fields.
    const filled = inputs.filter((input) => !JSON.stringify(input).includes('""'));
    const wrong = filled.filter((input) => (check(input) ?? []).length > 0);
    assert.ok(wrong.length > 50, `only ${wrong.length} resources are wrong`);
    const accepted = (await tryAll(wrong)).filter(({ ok }) => ok);
    assert.equal(
      accepted.map(({ object }) => `${nameOf(object)} breaks ${check(object)?.join()}`),
      [],
    );
  });
});

/** Whether the API server would accept each resource of our kinds. It stores nothing. */
async function tryAll(objects: readonly KubeObject[]): Promise<readonly Applied[]> {
  const cluster = clusterOf((await sharedControlPlane('api-only')).api);
  const check = schemaCheck();
  const ours = objects.filter((object) => check(object) !== undefined);
  await prepare(cluster, ours);
  return cluster.apply(ours, { dryRun: true });
}

interface Conditions {
  readonly conditions: readonly { readonly type: string; readonly status: string }[];
}

function isInvalid({ status }: Answer['body']): boolean {
  const { conditions } = status as Conditions;
  return conditions.some(({ type, status }) => type === 'NonStructuralSchema' && status === 'True');
}

/**
 * Removes the fields that identify a live object, which a server-side apply of another object must not contain, and null, which
 * only a server-side apply rejects.
 */
function asCreated(object: KubeObject): KubeObject {
  const live = ['managedFields', 'resourceVersion', 'uid'];
  const metadata = Object.fromEntries(Object.entries(object.metadata).filter(([key]) => !live.includes(key)));
  return JSON.parse(JSON.stringify({ ...object, metadata }), (_, value) => value ?? undefined) as KubeObject;
}
