import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Meter } from '../../../cost/meters.ts';

export type PriceBook = Resource<'finops-price-book'>;
export type Rates = NonNullable<PriceBook['body']['spec']['rates']>;

export const activeAnnotation = 'finops.stakater.com/active';

/** The field of a price book that contains each meter's rate. */
export const rateFields: Readonly<Record<Meter, keyof Rates>> = {
  cpuHour: 'cpuHour',
  gpuHour: 'gpuHour',
  ramGbHour: 'ramGbHour',
  pvGbHour: 'pvGbHour',
  networkGb: 'networkGiB',
};

/**
 * The price books that count as active: those with the annotation "true", or all if none has it. The operator would choose the
 * newest one, but files do not show which one that is, so several are an error [sources: finops-2].
 */
export function claimingBooks(world: World): readonly PriceBook[] {
  const all = world.all('finops-price-book');
  const annotated = all.filter(({ body }) => body.metadata.annotations?.[activeAnnotation] === 'true');
  return annotated.length > 0 ? annotated : all;
}

export function isActive({ namespace, name }: PriceBook, world: World): boolean {
  return world.derived(claimingBooks).some((one) => one.namespace === namespace && one.name === name);
}
