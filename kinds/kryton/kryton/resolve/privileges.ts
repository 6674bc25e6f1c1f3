import type { Report } from '../../../../core/problem/problem.ts';
import { childrenOf, isMapping, mappingAt, type Path, type Tree } from '../../../../data/tree.ts';
import { podPrivileges } from '../../../../kubernetes/privileges/pod-privileges.ts';
import type { Privilege, PrivilegeClass } from '../../../../kubernetes/privileges/privilege.ts';
import { privilegesOf } from '../../../../kubernetes/privileges/privileges.ts';

type Forbidden = ReadonlySet<PrivilegeClass>;

/**
 * Warns about values that give pods privileges, add configuration to a shared proxy, or turn objects into hooks. Of the values
 * of the database's chart, checks only those of `primary`.
 */
export function warnAboutPrivileges({ postgresql, ...own }: Tree, forbidden: Forbidden, report: Report): void {
  const path = ['spec', 'values'];
  const found = [
    ...privilegesBelow(path, own),
    ...privilegesBelow([...path, 'postgresql', 'primary'], mappingAt(postgresql, 'primary')),
  ];
  for (const { sort, what, place } of found)
    report('risky-value', place, what, { fix: fixFor(sort, place, forbidden) });
}

/** `spec.forbid` has no effect on annotations of pods. */
function fixFor(sort: PrivilegeClass, place: Path, forbidden: Forbidden): string {
  const removal =
    sort === 'privileged'
      ? 'remove the values that cause this if the instance does not need them'
      : 'remove the annotation if the instance does not need it';
  return forbidden.has(sort) || isOfPod(place)
    ? removal
    : `${removal}; to make this an error, add ${sort} to spec.forbid of the Platform`;
}

interface PlacedPrivilege extends Privilege {
  readonly place: Path;
}

function privilegesBelow(path: Path, values: Tree): readonly PlacedPrivilege[] {
  const ofPods = podPrivileges(values).map((what) => ({ sort: 'privileged', what, place: path }) as const);
  const ofAnnotations = annotationsIn(values, path).flatMap(([place, annotations]) =>
    privilegesOf(ingress, { metadata: { annotations } }, 'privileged')
      .filter(({ sort }) => sort === 'snippet' || (sort === 'hook' && !isOfPod(place)))
      .map((privilege) => ({ ...privilege, place })),
  );
  return [...ofPods, ...ofAnnotations];
}

/** Argo CD and Helm read hooks only from the annotations of the object itself, not of its pods. */
function isOfPod(place: Path): boolean {
  return place.at(-1) === 'podAnnotations';
}

/** Checks annotations as if an Ingress had them, because only for an Ingress can every such annotation be a privilege. */
const ingress = { group: 'networking.k8s.io', kind: 'Ingress', namespace: 'any', name: 'any' };

/** Every mapping of annotations, such as `podAnnotations` and `ingress.annotations`, with its path. */
function annotationsIn(values: Tree, path: Path): readonly (readonly [Path, Tree])[] {
  return childrenOf(values).flatMap(([field, child]): readonly (readonly [Path, Tree])[] => {
    if (!isMapping(child)) return [];
    const own = [...path, field];
    return /annotations$/i.test(String(field)) ? [[own, child]] : annotationsIn(child, own);
  });
}
