import type { World } from '../../console/model/world.ts';
import { platformTenant } from '../../core/kind/tenant.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { once } from '../../data/once.ts';
import { findCatalogue } from '../../showback/find-catalogue.ts';
import { type Head, headOf } from './head.ts';
import { type Summary, summaryOf } from './summary.ts';

/** A commit with its files and everything derived from them, computed on first use. */
export interface View extends Head {
  readonly world: World;
  readonly catalogue: () => Catalogue | undefined;
  readonly summary: () => Summary;
}

/** `stored` is a summary of the same commit. Without it, `keep` is called with the summary once it is computed. */
export function viewOf(sha: string, world: World, stored?: Summary, keep: (summary: Summary) => void = () => {}): View {
  const prices = once(() => ({ found: catalogueIn(world) }));
  const catalogue = () => prices().found;
  const summary = once(() => {
    if (stored) return stored;
    const found = summaryOf(world, catalogue());
    keep(found);
    return found;
  });
  return { ...headOf(sha, summary), world, catalogue, summary };
}

/**
 * The catalogue of the active price book. Ignores ConfigMaps of tenants. If the files have errors, only the platform is
 * rendered.
 */
export function catalogueIn(world: World): Catalogue | undefined {
  const isPlatform = ({ tenant }: Manifest) => tenant === platformTenant;
  const alone = () => world.of(platformTenant).objects.filter(isPlatform);
  return findCatalogue(world.all().ok ? world.objects().of([platformTenant]) : alone());
}
