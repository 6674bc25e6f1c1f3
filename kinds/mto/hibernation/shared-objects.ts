import type { KindId } from '../../../build/contracts.ts';
import { scripts } from '../../../build/scripts.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import {
  hibernationAccount as accountName,
  hibernationNamespace,
  hibernationRole as roleName,
} from '../../../core/settings/hibernation.ts';
import { nameSuffix } from '../../../data/sha256.ts';
import type { Labels } from '../../../templates/views.ts';
import { hibernationMeta, podSpec } from './render.ts';
import { allSupervised } from './supervision.ts';
import { supervisionIndex } from './supervision-targets.ts';

/**
 * The objects that all supervisors share: the jobs' namespace, ServiceAccount, script and role, and one-time jobs. The first
 * kind with resources renders them, so that they are rendered only once.
 */
export function sharedObjects(world: World, kind: KindId): readonly Emit[] {
  const kept: readonly KindId[] = world.settings.hibernation.isConfigured ? ['platform'] : [];
  const all: readonly KindId[] = [...kept, 'mto-cluster-resource-supervisor', 'mto-resource-supervisor'];
  if (all.find((one) => world.all(one).length > 0) !== kind) return [];
  return [namespace, account, role, script, ...jobs(world)];
}

const namespace = emit('namespace', {
  name: hibernationNamespace,
  namespace: '',
  labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
  annotations: {},
});

const account = emit('service-account', { ...hibernationMeta(accountName), automountServiceAccountToken: false });

const data = { 'hibernate.sh': scripts['mto/hibernation/hibernate'] };
const script = emit('config-map', { ...hibernationMeta(accountName), data });

/** Allows only reading and patching Deployments and StatefulSets, and deleting the bindings of this role. */
const role = emit('cluster-role', {
  name: roleName,
  namespace: '',
  labels: {},
  annotations: {},
  rules: [
    { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: ['get', 'list', 'patch'] },
    {
      apiGroups: ['rbac.authorization.k8s.io'],
      resourceNames: [roleName],
      resources: ['rolebindings'],
      verbs: ['delete'],
    },
  ],
});

/** An environment variable holds this number of names, even at their maximum length. */
const namesPerJob = 500;

/**
 * One-time jobs after a change of supervisors: they hibernate namespaces whose supervisor has no sleepSchedule, and wake
 * namespaces without a supervisor. The name of a job depends on the namespaces, so that each change creates a new job.
 */
function jobs(world: World): readonly Emit[] {
  const supervised = world
    .derived(allSupervised)
    .map(({ schedule, byTenant }) => ({ schedule, names: [...byTenant.values()].flat() }));
  const asleep = supervised.filter(({ schedule }) => schedule.until === 'removed' && schedule.sleep === undefined);
  const supervisedNames = new Set(supervised.flatMap(({ names }) => names));
  const all = [...world.derived(supervisionIndex).all, ...world.settings.hibernation.external].map(nameOf);
  const unsupervised = all.filter((name) => !supervisedNames.has(name));
  return [
    ...chunks(asleep.flatMap(({ names }) => names).sort()).map((names) => job(world, { SLEEP: names.join(' ') })),
    ...chunks(unsupervised).map((names) => job(world, { RELEASE: names.join(' ') })),
  ];
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function chunks(names: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(names.length / namesPerJob) }, (_, index) =>
    names.slice(index * namesPerJob, (index + 1) * namesPerJob),
  );
}

/** SHARED lets the namespaces take turns, because they belong to several tenants. */
function job({ settings }: World, variables: Labels): Emit {
  const { flavor, hibernation } = settings;
  const pod = podSpec({ image: hibernation.image, flavor }, { ...variables, SHARED: 'true' });
  const labels = { 'app.kubernetes.io/component': 'settle', 'app.kubernetes.io/name': accountName };
  return emit('job', {
    ...hibernationMeta(`hibernation-settle-${nameSuffix(JSON.stringify([pod, data]))}`, labels),
    backoffLimit: 6,
    podMetadata: { labels },
    podSpec: pod,
  });
}
