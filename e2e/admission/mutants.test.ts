import * as assert from 'uvu/assert';
import { type Fixture, fixtureFiles } from '../../test/admission/fixtures.ts';
import { rules } from '../../test/admission/rules.ts';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { startControlPlane } from '../control-plane.ts';
import { waitForPolicies } from './marker.ts';
import { type Mutant, mutantsOf, objectsOf } from './mutants.ts';
import { mutationsOf } from './mutations.ts';
import { applyRules } from './policed-cluster.ts';
import { answerTo, forget, prepare } from './verdicts.ts';

const files = fixtureFiles();
let cluster: Cluster;

suite('fixtures detect the removal of a clause, an operand, a resource or an operation of a rule', (test) => {
  test('the removal of an operand ends where its expression ends', () => {
    assert.equal(
      mutationsOf("a && (b || 'x && y') ? c + d : e").map(({ text }) => text.replace(/ +/g, ' ').trim()),
      [
        "(b || 'x && y') ? c + d : e",
        'a ? c + d : e',
        "a && ( 'x && y') ? c + d : e",
        'a && (b ) ? c + d : e',
        "a && (b || 'x && y') ? d : e",
        "a && (b || 'x && y') ? c : e",
      ],
    );
  });

  test('each valid mutant differs from its rule for at least one fixture, unless it is listed as equivalent', async () => {
    const plane = await startControlPlane('api-only');
    cluster = clusterOf(plane.api);
    await applyRules(cluster, []);
    const batches = batchesOf(rules.map(mutantsOf));
    const alive: string[] = [];
    for (const batch of batches) alive.push(...(await aliveIn(batch)));
    await plane.stop();
    console.log(`${batches.flat().length} mutants`);
    assert.equal(alive, []);
  });
});

/** Parts without which a rule has the same effect, with the reason. */
const equivalent: ReadonlyMap<string, string> = new Map([
  [
    'services: object.spec.?allocateLoadBalancerNodePorts.orValue(true)\n  ||',
    'the API server chooses the ports before it applies the rule',
  ],
  [
    'owner-references: && object.spec.?volumeClaimTemplates.orValue([]) == oldObject.spec.?volumeClaimTemplates.orValue([])',
    'by default, the API server rejects other templates in an update',
  ],
  ...['', 'events.k8s.io'].flatMap((group) =>
    ['events', 'CREATE', 'UPDATE'].map(
      (part) =>
        [`events: ${group} events: ${part}`, 'the other group has the same Events, but not for Gatekeeper'] as const,
    ),
  ),
]);

/** The number of mutants of a rule that can warn at the same time, because the API server limits the warnings of a request. */
const perRequest = 16;

/** Each batch contains, for every rule with mutants left, the unchanged rule and the next of its mutants. */
function batchesOf(all: readonly (readonly Mutant[])[]): readonly (readonly Mutant[])[] {
  const count = Math.max(...all.map((mutants) => Math.ceil((mutants.length - 1) / perRequest)));
  return Array.from({ length: count }, (_, at) =>
    all.flatMap(([original, ...mutants]) => {
      const part = mutants.slice(at * perRequest, (at + 1) * perRequest);
      return original && part.length > 0 ? [original, ...part] : [];
    }),
  );
}

/** The mutants of a batch that warn about the same fixtures as their rule. */
async function aliveIn(batch: readonly Mutant[]): Promise<readonly string[]> {
  const objects = objectsOf(batch, namespacesOf);
  const applied = await cluster.apply(objects);
  // An invalid mutant never counts as equal to the rule.
  const valid = batch.filter(({ name }) =>
    applied.some(({ object, ok }) => ok && object.metadata.name === name && object.kind.endsWith('Policy')),
  );
  const originals = valid.filter(({ lacks }) => lacks === 'nothing');
  assert.is(originals.length, new Set(batch.map(({ rule }) => rule)).size, complaints(applied).join('\n'));
  await waitForPolicies(cluster);
  const seen = await warningsFor(valid);
  await cluster.remove(objects);
  const standard = new Map(originals.map(({ rule, name }) => [rule, seen.get(name)]));
  const same = valid.filter(({ name, rule, lacks }) => {
    return lacks !== 'nothing' && !equivalent.has(`${rule}: ${lacks}`) && seen.get(name) === standard.get(rule);
  });
  return same.map(({ rule, lacks }) => `${rule}: ${lacks}`);
}

/**
 * For each policy, its warnings for each fixture of its rule. Sorts values that come from the keys of a mapping. Fails
 * unless the unchanged rule warns about exactly the requests that the fixtures expect it to reject.
 */
async function warningsFor(policies: readonly Mutant[]): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>();
  const tested = new Set(policies.map(({ rule }) => rule));
  for (const fixture of files.filter(({ rule }) => tested.has(rule)).flatMap(({ fixtures }) => fixtures)) {
    await prepare(cluster, fixture);
    const { warnings } = await answerTo(cluster, fixture);
    if (fixture.old) await forget(cluster, fixture.old);
    assertComplete(warnings, fixture);
    const original = policies.find(({ rule, lacks }) => rule === fixture.rule && lacks === 'nothing');
    const isRejected = warnings.some((text) => text.includes(`Policy '${original?.name}'`));
    assert.is(isRejected, fixture.rejected !== undefined, `${fixture.rule}: ${fixture.name}: ${warnings.join('\n')}`);
    for (const { name, rule } of policies) {
      const own = warnings
        .filter((text) => text.includes(`Policy '${name}'`))
        .map((text) => text.split(': ').at(-1) ?? '');
      const values = own.map((text) => text.split(',').sort().join());
      if (rule === fixture.rule) seen.set(name, `${seen.get(name) ?? ''}|${values.sort().join(';')}`);
    }
  }
  return seen;
}

/** The API server's limits for the warnings of one request. It silently omits further warnings. */
const [maxRunes, maxRunesOfOne] = [4096, 256];

function assertComplete(warnings: readonly string[], { rule, name }: Fixture): void {
  const lengths = warnings.map((text) => [...text].length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  assert.ok(total < maxRunes && lengths.every((length) => length < maxRunesOfOne), `${rule}: ${name}: ${lengths}`);
}

function namespacesOf(rule: string): readonly string[] {
  const file = files.find((one) => one.rule === rule);
  return Object.values(file?.namespaces ?? {}).map(({ metadata }) => metadata.name);
}
