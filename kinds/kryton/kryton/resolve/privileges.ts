import type { Report } from '../../../../core/problem/problem.ts';
import { childrenOf, isMapping, mappingAt, type Path, type Tree } from '../../../../data/tree.ts';
import { podPrivileges } from '../../../../kubernetes/privileges/pod-privileges.ts';
import { privilegesOf } from '../../../../kubernetes/privileges/privileges.ts';

const fix =
  'remove the privilege from the values if the instance does not need it; to make this an error, set spec.forbid in the Platform';

/**
 * Warns about values that give pods privileges, add configuration to a shared proxy, or turn objects into hooks. Of the values
 * of the database's chart, checks only those of `primary`.
 */
export function warnAboutPrivileges({ postgresql, ...own }: Tree, report: Report): void {
  const path = ['spec', 'values'];
  warnBelow(path, own, report);
  warnBelow([...path, 'postgresql', 'primary'], mappingAt(postgresql, 'primary'), report);
}

function warnBelow(path: Path, values: Tree, report: Report): void {
  for (const what of podPrivileges(values)) report('risky-value', path, what, { fix });
  for (const [place, annotations] of annotationsIn(values, path))
    for (const { sort, what } of privilegesOf(ingress, { metadata: { annotations } }, 'privileged'))
      if (sort === 'snippet' || (sort === 'hook' && !isOfPod(place))) report('risky-value', place, what, { fix });
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
