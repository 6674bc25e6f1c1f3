import { addToGroup } from '../../data/group-by.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import { outputTenant } from '../kind/tenant.ts';
import type { World } from '../kind/world.ts';
import type { Manifest } from '../print/manifest.ts';
import { OutputSizes, type Part, renderPart } from '../render/render.ts';
import type { Identified } from '../resolve/identify.ts';
import type { KindDocument } from '../validate/validate.ts';
import { type Question, sameAnswers } from './questions.ts';
import { recorderOf } from './recorder.ts';

/** The result of a resource, with everything that its kind asked about other resources. */
export interface RecordedPart {
  readonly kind: AnyKind;
  readonly resource: Resource;
  readonly part: Part;
  readonly asked: readonly Question[];
}

/** By document and tenant, because a shared document has a part for each recipient. */
export type Parts = ReadonlyMap<KindDocument, ReadonlyMap<string, RecordedPart>>;

/** Finds a part that does not need to be rendered again. */
export type FindPart = (identified: Identified, resource: Resource) => RecordedPart | undefined;

interface Recording {
  readonly partOf: (identified: Identified, resource: Resource) => Part;
  /** The parts so far. */
  readonly parts: Parts;
}

/** Renders parts that cannot be found, and records all of them. */
export function recordParts(world: World, find: FindPart): Recording {
  const parts = new Map<KindDocument, Map<string, RecordedPart>>();
  const recorder = recorderOf(world);
  const outputs = new OutputSizes();
  const rendered = (identified: Identified, resource: Resource): RecordedPart => {
    const input = { resource, world: recorder.world, outputs };
    const [part, asked] = recorder.during(() => renderPart(identified, input));
    return { kind: identified.kind, resource, part, asked };
  };
  const partOf = (identified: Identified, resource: Resource) => {
    const one = find(identified, resource) ?? rendered(identified, resource);
    const ofDocument = parts.get(identified.document) ?? new Map<string, RecordedPart>();
    parts.set(identified.document, ofDocument.set(resource.tenant, one));
    return one.part;
  };
  return { partOf, parts };
}

/** The parts that ask each question. */
export type Askers = ReadonlyMap<Question, readonly RecordedPart[]>;

export function askersOf(parts: Parts): Askers {
  const askers = new Map<Question, RecordedPart[]>();
  for (const one of listOf(parts)) for (const question of one.asked) addToGroup(askers, question, one);
  return askers;
}

/** Finds the parts of unchanged resources whose questions have the same answers in both worlds. */
export function reusableParts(parts: Parts, askers: Askers, [before, after]: readonly [World, World]): FindPart {
  const stale = new Set<RecordedPart>();
  const isSame = sameAnswers(before, after);
  for (const [question, users] of askers) if (!isSame(question)) for (const one of users) stale.add(one);
  return (identified, { tenant, namespace, name }) => {
    const found = parts.get(identified.document)?.get(tenant);
    const isSame = found?.resource.namespace === namespace && found.resource.name === name;
    return isSame && !stale.has(found) ? found : undefined;
  };
}

export function listOf(parts: Parts): readonly RecordedPart[] {
  return [...parts.values()].flatMap((ofDocument) => [...ofDocument.values()]);
}

/** The parts of one version that the other lacks. */
export function partsOnlyIn(parts: Parts, other: Parts): readonly RecordedPart[] {
  const known = new Set(listOf(other));
  return listOf(parts).filter((one) => !known.has(one));
}

export function manifestsOf({ part }: RecordedPart): readonly Manifest[] {
  return part.rendered?.manifests ?? [];
}

/** The tenant of the objects. */
export function ownerOf({ resource }: RecordedPart): string {
  return outputTenant(resource.tenant);
}
