import { documents } from '../../build/documents.ts';
import { emit, type ShapeEmit, shapeOf } from '../../core/print/shape.ts';
import type { Tree } from '../../data/tree.ts';
import { kindsOf } from '../../leasehold.ts';

/** The program that receives permissions: the system's own operator, or Argo CD. */
export type InstallTarget = (typeof installTargets)[number];

export const installTargets = ['operator', 'argocd'] as const;

interface Installation {
  /** The rules that the system's documentation grants its operator. */
  readonly operator: readonly Tree[];
  /** Additional permissions that Argo CD needs for the objects that leasehold renders. */
  readonly added: readonly Tree[];
}

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];

function rule(group: string, resources: readonly string[], allowed: readonly string[] = verbs): Tree {
  return { apiGroups: [group], resources, verbs: allowed };
}

const installations = {
  /** `operator` lists the rules of the operator's own ClusterRole [sources: tetrapus-6]. */
  tetrapus: {
    operator: [
      rule(
        'tetrapus.io',
        kindsOf('tetrapus').flatMap(({ plural }) => [plural, `${plural}/status`]),
      ),
      rule('apps', ['deployments']),
      rule('', ['services', 'secrets', 'persistentvolumeclaims']),
      rule('apiextensions.k8s.io', ['customresourcedefinitions'], ['get', 'list', 'watch']),
    ],
    added: [rule('', ['configmaps']), rule('policy', ['poddisruptionbudgets'])],
  },
} as const satisfies Readonly<Record<string, Installation>>;

export type InstallableSystem = keyof typeof installations;

/** The systems that `install` supports. */
export const installableSystems = Object.keys(installations) as readonly InstallableSystem[];

/**
 * What a cluster needs before it accepts a system's resources, as a YAML stream: the CustomResourceDefinitions and the
 * roles of whoever applies them.
 */
export function install(system: InstallableSystem, target: InstallTarget): string {
  const crds = kindsOf(system).map(({ id }) => documents[id].crd);
  const printed = applierRoles(system, target).map(({ shape, view }) =>
    shapeOf(shape).print(view, { labels: view.labels, annotations: undefined }),
  );
  return [...crds, ...printed].join('---\n');
}

/** The operator's role and, for Argo CD, a second role that also has the added permissions. */
export function applierRoles(system: InstallableSystem, target: InstallTarget): readonly ShapeEmit[] {
  const { operator, added }: Installation = installations[system];
  const own = clusterRole(`${system}-operator`, operator);
  return target === 'argocd' ? [own, clusterRole(`${system}-apply`, [...operator, ...added])] : [own];
}

function clusterRole(name: string, rules: readonly Tree[]): ShapeEmit {
  const labels = { 'app.kubernetes.io/managed-by': 'leasehold' };
  return emit('cluster-role', { name, namespace: '', labels, annotations: {}, rules });
}
