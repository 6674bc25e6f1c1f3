import { array, assert as assertProperty, constantFrom, property, tuple } from 'fast-check';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import {
  actors,
  claimWrite,
  type Model,
  newModel,
  newReplica,
  type Replica,
  steps,
  volumeWrite,
  write,
} from './model.ts';

/** A step of an actor (with -1) or of one of two replicas (with its number). */
type Step = readonly [name: string, replica: number];

const allSteps: readonly Step[] = [
  ...Object.keys(actors).map((name) => [name, -1] as const),
  ...[0, 1].flatMap((replica) => Object.keys(steps).map((name) => [name, replica] as const)),
];

const looks = ['sees the claim', 'sees the namespace', 'sees the volumes'];
const works = [...looks, 'decides about the claim', 'writes'];
const kept = (creation: string): readonly Step[] => [
  ['the tenant gets its namespace', -1],
  [creation, -1],
  ['Kubernetes binds the claim', -1],
  ['Kubernetes reports that volumes are bound', -1],
  ...works.map((name) => [name, 0] as const),
];
const retained: readonly Step[] = [
  ...kept('the claim is created from Git'),
  ...works.map((name) => [name, 1] as const),
];
const removal: readonly Step[] = [
  ['the namespace is deleted', -1],
  ['Kubernetes deletes the content of the namespace', -1],
  ['the last Pod ends', -1],
];
const reserved: readonly Step[] = [
  ...retained,
  ...removal,
  ...works.map((name) => [name, 0] as const),
  ['Kubernetes removes deleted objects without finalizers', -1],
  ['Kubernetes reclaims volumes', -1],
  ...[...looks, 'decides about the volumes', 'writes'].map((name) => [name, 1] as const),
];
const userClaim = kept('a user creates the claim');
/** Steps that lead to states that random steps rarely reach. Every sequence starts with one of these lists. */
const stories = [[], retained, userClaim, [...userClaim, ...removal], reserved];

const runs = 3000 * Number(process.env['LAWS'] ?? 1);
const sequences = tuple(
  constantFrom(...stories),
  array(constantFrom(...allSteps), { maxLength: 120, size: 'max' }),
).map(([story, rest]) => [...story, ...rest]);

suite('law: the sidecar never deletes data without a request in Git, and never widens access', (test) => {
  test('for any order of steps, with two replicas that are killed and see stale states', () => {
    assertProperty(
      property(sequences, (sequence) => {
        const model = play(sequence);
        assert.equal(model.lost, []);
        assert.equal(model.leaked, []);
      }),
      { numRuns: runs },
    );
  });

  test('a running sidecar never blocks a claim that nothing uses', () => {
    assertProperty(
      property(sequences, (sequence) => {
        const model = play(sequence);
        const writes = runUntilIdle(model);
        assert.ok(writes < 8, `${writes} writes`);
        const waits = model.claim?.deletedAt && model.claim.finalizers.join() === 'leasehold.dev/volume';
        assert.not(waits, 'the claim waits');
        assert.equal(model.lost, []);
      }),
      { numRuns: runs },
    );
  });

  test('the starting states match their names', () => {
    assert.is(play(retained).volumes.get('pv-1')?.policy, 'Retain');
    assert.is(play(reserved).volumes.get('pv-1')?.claim?.uid, '');
  });

  test('the model destroys data if the finalizer is removed without a check of the volume', () => {
    const model = play(kept('the claim is created from Git'));
    for (const name of [
      'the namespace is deleted',
      'Kubernetes deletes the content of the namespace',
      'the last Pod ends',
    ])
      actors[name]?.(model);
    write(model, { type: 'drop-finalizer', claim: model.claim as NonNullable<Model['claim']> });
    for (const name of ['Kubernetes removes deleted objects without finalizers', 'Kubernetes reclaims volumes'])
      actors[name]?.(model);
    assert.is(model.lost.length, 1);
  });
});

function play(sequence: readonly Step[]): Model {
  const model = newModel();
  const replicas: readonly Replica[] = [newReplica(), newReplica()];
  for (const [name, replica] of sequence) {
    if (replica < 0) actors[name]?.(model);
    else steps[name]?.(model, replicas[replica] as Replica);
  }
  return model;
}

/** Lets a replica with a current cache write until nothing is left, at most eight times. Returns the number of writes. */
function runUntilIdle(model: Model): number {
  actors['Kubernetes reports that volumes are bound']?.(model);
  for (let writes = 0; writes < 8; writes++) {
    const next = claimWrite(model) ?? volumeWrite(model);
    if (!next) return writes;
    write(model, structuredClone(next));
  }
  return 8;
}
