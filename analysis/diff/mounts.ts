import { canonicalText } from '../../data/canonical-text.ts';
import { listAt, type Tree, textAt } from '../../data/tree.ts';
import { containersOf } from '../../kubernetes/pod-security/pods.ts';
import { podSpecs } from './pod-specs.ts';

/** Where a container mounts the volume of a claim or of a volume claim template. */
interface Mount {
  readonly container: string;
  readonly volume: string;
  readonly place: string;
}

/**
 * Finds places at which containers no longer find the data of a volume that their pod still has. A container that is removed needs
 * no data.
 */
export function lostMounts(old: Tree, now: Tree): readonly string[] {
  const after = mountsOf(now);
  const places = new Set(after.map(placeOf));
  const containers = new Set(containersIn(now).map((container) => textAt(container, 'name')));
  const volumes = new Set(volumesOf(now).values());
  const lost = mountsOf(old).filter(
    (mount) => containers.has(mount.container) && volumes.has(mount.volume) && !places.has(placeOf(mount)),
  );
  return [...new Set(lost.map(({ volume, place }) => `the data of volume ${volume} is no longer at ${place}`))];
}

function placeOf({ volume, place }: Mount): string {
  return canonicalText([volume, place]);
}

function mountsOf(tree: Tree): readonly Mount[] {
  const volumes = volumesOf(tree);
  return containersIn(tree).flatMap((container) =>
    listAt(container, 'volumeMounts').flatMap((mount) => {
      const volume = volumes.get(textAt(mount, 'name'));
      const [path, part] = [textAt(mount, 'mountPath'), textAt(mount, 'subPath') || textAt(mount, 'subPathExpr')];
      const place = part === '' ? path : `${path} (${part})`;
      return volume === undefined ? [] : [{ container: textAt(container, 'name'), volume, place }];
    }),
  );
}

/** The claims of the volumes of the pods, by the name of the volume. */
function volumesOf(tree: Tree): ReadonlyMap<string, string> {
  const templates = listAt(tree, 'spec', 'volumeClaimTemplates').map((one) => textAt(one, 'metadata', 'name'));
  const volumes = podSpecs(tree).flatMap((spec) => listAt(spec, 'volumes'));
  const claims = volumes.map(
    (one) => [textAt(one, 'name'), textAt(one, 'persistentVolumeClaim', 'claimName')] as const,
  );
  return new Map([...templates.map((name) => [name, name] as const), ...claims.filter(([, claim]) => claim !== '')]);
}

function containersIn(tree: Tree): readonly Tree[] {
  return podSpecs(tree).flatMap((spec) => containersOf({ spec }).map(({ container }) => container));
}
