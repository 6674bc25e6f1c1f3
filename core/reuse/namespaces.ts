import { isEqual } from '../../data/is-equal.ts';
import { memo } from '../../data/memo.ts';
import type { Resource } from '../kind/resource.ts';
import type { TenantNamespace, World } from '../kind/world.ts';
import { type OwnNamespaces, ownNamespacesOf } from '../resolve/make-world.ts';
import type { Resolved } from '../resolve/resolve.ts';
import { type Question, sameAnswers } from './questions.ts';
import { recorderOf } from './recorder.ts';

interface RecordedNamespaces {
  readonly own: readonly TenantNamespace[];
  readonly asked: readonly Question[];
}

/** The namespaces of each resource in a world, as far as they have been computed. */
const recorded = memo((_: World) => new Map<Resource, RecordedNamespaces>());

/**
 * Computes and records the namespaces of resources. Reuses those of an earlier version if the settings are the same and the
 * questions of the kind have the same answers.
 */
export function recordNamespaces(earlier: Resolved | undefined) {
  return (settingsSources: readonly unknown[]): OwnNamespaces => {
    const usable = earlier && isEqual(earlier.settingsSources, settingsSources) ? earlier.world : undefined;
    return (kind, resource, world) => {
      const known = usable && recorded(usable).get(resource);
      const isSame = usable && sameAnswers(usable, world);
      const recorder = recorderOf(world);
      const compute = (): RecordedNamespaces => {
        const [own, asked] = recorder.during(() => ownNamespacesOf(kind, resource, recorder.world));
        return { own, asked };
      };
      const found = known && isSame && known.asked.every(isSame) ? known : compute();
      recorded(world).set(resource, found);
      return found.own;
    };
  };
}
