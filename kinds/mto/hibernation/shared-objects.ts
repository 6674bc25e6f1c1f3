import type { KindId } from '../../../build/contracts.ts';
import { scripts } from '../../../build/scripts.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import { hibernationNamespace } from '../../../core/settings/hibernation.ts';
import { digest } from '../../../data/sha256.ts';
import type { Labels } from '../../../templates/views.ts';
import { accountName, inHibernation, podSpec, roleName } from './render.ts';
import { allSupervised } from './supervision.ts';
import { supervisable } from './targets.ts';

/**
 * What all supervisors need: the namespace of the jobs, their account and script, the role that is bound where
 * something sleeps, and jobs that run once. The first of the kinds that is there renders it, so that it is rendered once.
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

const account = emit('service-account', { ...inHibernation(accountName), automountServiceAccountToken: false });

const data = { 'hibernate.sh': scripts['mto/hibernation/hibernate'] };
const script = emit('config-map', { ...inHibernation(accountName), data });

/** Nothing but to find workloads, set their count, and give up the right itself. */
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

/** Names that fit one variable of a process, however long they are. */
const namesOfJob = 500;

/**
 * What a change of supervisors starts at once: namespaces without a schedule to sleep go to sleep, and those without
 * a supervisor wake, if they sleep. The name follows from the namespaces, so that each change is a new job.
 */
function jobs(world: World): readonly Emit[] {
  const supervised = world.derived(allSupervised);
  const asleep = supervised.filter(({ rest }) => rest.until === 'removed' && rest.sleep === undefined);
  const held = new Set(supervised.flatMap(({ namespaces }) => namespaces.map(({ name }) => name)));
  const free = world.derived(supervisable).all.filter(({ name }) => !held.has(name));
  return [
    ...chunks(asleep.flatMap(({ namespaces }) => namespaces.map(({ name }) => name)).sort()).map((names) =>
      job(world, { SLEEP: names.join(' ') }),
    ),
    ...chunks(free.map(({ name }) => name)).map((names) => job(world, { RELEASE: names.join(' ') })),
  ];
}

function chunks(names: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(names.length / namesOfJob) }, (_, index) =>
    names.slice(index * namesOfJob, (index + 1) * namesOfJob),
  );
}

function job({ settings }: World, variables: Labels): Emit {
  const { flavor, hibernation } = settings;
  const pod = podSpec({ image: hibernation.image, flavor }, variables);
  const labels = { 'app.kubernetes.io/component': 'settle', 'app.kubernetes.io/name': accountName };
  return emit('job', {
    ...inHibernation(`hibernation-settle-${digest(JSON.stringify([pod, data])).slice(0, 8)}`, labels),
    backoffLimit: 6,
    podMetadata: { labels },
    podSpec: pod,
  });
}
