import type { AnyKind } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import { outputTenant } from '../kind/tenant.ts';
import type { World } from '../kind/world.ts';
import type { Manifest } from '../print/manifest.ts';
import { OutputSizes } from '../render/output-sizes.ts';
import { type Part, renderPart } from '../render/render.ts';
import type { Identified } from '../resolve/identify.ts';
import type { Resolved } from '../resolve/resolve.ts';
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

export interface Parts {
  readonly all: readonly RecordedPart[];
  readonly find: (document: KindDocument, tenant: string) => RecordedPart | undefined;
  /** Those that do not come from an earlier version. */
  readonly rendered: readonly RecordedPart[];
}

/** Finds a part that does not need to be rendered again. */
export type FindPart = (identified: Identified, resource: Resource) => RecordedPart | undefined;

interface Recording {
  readonly partOf: (identified: Identified, resource: Resource) => Part;
  /** The parts so far. */
  readonly parts: Parts;
}

/** Renders the parts that `find` does not return, and records all parts. */
export function recordParts({ world, authorOf }: Resolved, find: FindPart): Recording {
  const index = openIndex();
  const [all, rendered]: [RecordedPart[], RecordedPart[]] = [[], []];
  const recorder = recorderOf(world);
  const outputs = new OutputSizes(authorOf);
  const renderRecorded = (identified: Identified, resource: Resource): RecordedPart => {
    const input = { resource, world: recorder.world, outputs };
    const [part, asked] = recorder.during(() => renderPart(identified, input));
    const one = { kind: identified.kind, resource, part, asked };
    rendered.push(one);
    return one;
  };
  const partOf = (identified: Identified, resource: Resource) => {
    const one = find(identified, resource) ?? renderRecorded(identified, resource);
    all.push(one);
    index.add(identified.document, one);
    return one.part;
  };
  return { partOf, parts: { all, rendered, find: index.find } };
}

/** Finds parts by document and tenant. Only a document with several recipients has several parts. */
function openIndex() {
  const single = new Map<KindDocument, RecordedPart>();
  const further = new Map<KindDocument, Map<string, RecordedPart>>();
  return {
    add: (document: KindDocument, one: RecordedPart) => {
      if (!single.has(document)) return void single.set(document, one);
      const ofDocument = further.get(document) ?? new Map<string, RecordedPart>();
      further.set(document, ofDocument.set(one.resource.tenant, one));
    },
    find: (document: KindDocument, tenant: string) => {
      const first = single.get(document);
      return first?.resource.tenant === tenant ? first : further.get(document)?.get(tenant);
    },
  };
}

/** Finds the parts of unchanged resources whose questions have the same answers in both worlds. */
export function reusableParts(parts: Parts, [before, after]: readonly [World, World]): FindPart {
  const isSame = sameAnswers(before, after);
  return ({ document }, { tenant, namespace, name }) => {
    const found = parts.find(document, tenant);
    const hasSameName = found?.resource.namespace === namespace && found.resource.name === name;
    return hasSameName && found.asked.every(isSame) ? found : undefined;
  };
}

/** The parts of the first version that the second does not contain. */
export function withoutReused(before: Parts, after: Parts): readonly RecordedPart[] {
  const kept = new Set(after.all);
  return before.all.filter((one) => !kept.has(one));
}

export function manifestsOf({ part }: RecordedPart): readonly Manifest[] {
  return part.rendered?.manifests ?? [];
}

/** The tenant of the objects. */
export function ownerOf({ resource }: RecordedPart): string {
  return outputTenant(resource.tenant);
}
