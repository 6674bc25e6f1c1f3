import type { KindId } from '../../../build/contracts.ts';
import { contracts } from '../../../build/contracts.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { didYouMean } from '../../../data/nearest.ts';
import type { Path } from '../../../data/tree.ts';

/** A reference in the notation of the FinOps operator: an object with a name and a namespace. */
export interface ObjectReference {
  readonly name: string;
  readonly namespace?: string;
}

/** `namespace/name` of the target. */
export function referenceKey({ name, namespace }: ObjectReference, from: Pick<Resource, 'namespace'>): string {
  return `${namespace ?? from.namespace}/${name}`;
}

export function keyIn({ namespace, name }: Pick<Resource, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

/**
 * The code for a missing resource. With neither a Platform nor a PriceBook, the files are probably samples from a guide, and
 * nothing collects costs, so a missing resource causes only a warning.
 */
export function missingCode({ settings, all }: World): 'missing-context' | 'unresolved-reference' {
  return !settings.hasPlatform && all('finops-price-book').length === 0 ? 'missing-context' : 'unresolved-reference';
}

/** Reports a reference to a resource that no file defines, unless an invalid file might define it. */
export function reportMissing<Id extends KindId>(
  kind: Id,
  { key, path, world }: { readonly key: string; readonly path: Path; readonly world: World },
  report: Report,
): void {
  if (!world.isComplete(kind)) return;
  const names = world.all(kind).map(keyIn);
  const message = `no file defines ${contracts[kind].kind} ${key}`;
  report(names.length === 0 ? missingCode(world) : 'unresolved-reference', [...path, 'name'], message, {
    fix: didYouMean(key, names),
  });
}
