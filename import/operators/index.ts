import { contracts, type KindId } from '../../build/contracts.ts';
import { leavesOf } from '../../data/leaves.ts';
import type { Path } from '../../data/tree.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import { type Advice, advice } from '../effect/advice.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { clusterFields, untouched } from '../effect/inert.ts';
import type { SourceModel, SourceSystem } from '../effect/source-system.ts';
import { resourceLabel } from '../effect/statements.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { createOutput, type OutputResource, setField } from '../resources/output.ts';
import { isCreatedBy, leftovers } from './leftovers.ts';

interface Operator {
  readonly title: string;
  readonly group: string;
  readonly kinds: readonly KindId[];
  /** The kinds of objects that it creates, by their kubectl names. */
  readonly creates: readonly string[];
  /** How to render only what the operator creates, if a setting exists. */
  readonly advice?: Advice;
  /** What the render assumes. */
  readonly assumption?: string;
}

const workloads = ['deployments.apps', 'statefulsets.apps', 'services', 'configmaps', 'persistentvolumeclaims'];

export const tetrapus = systemOf({
  title: 'Tetrapus',
  group: 'tetrapus.io',
  kinds: ['org', 'tenant-plane', 'key-material'],
  creates: [...workloads, 'poddisruptionbudgets.policy'],
  assumption:
    'Assumptions: the code of the operator is not public, so the names, labels and selectors of the render follow its documentation. Read below what changes in the live objects before you apply the render.',
});

export const kleff = systemOf({
  title: 'Kleff',
  group: 'kleff.kleff.io',
  kinds: ['kleff-tenant'],
  creates: ['namespaces', 'resourcequotas', 'limitranges', 'networkpolicies.networking.k8s.io'],
  advice: advice.renderPlainNamespaces,
});

export const kryton = systemOf({
  title: 'Kryton',
  group: 'kryton.azrtydxb.io',
  kinds: ['kryton'],
  creates: [
    ...workloads,
    'cronjobs.batch',
    'horizontalpodautoscalers.autoscaling',
    'ingresses.networking.k8s.io',
    'networkpolicies.networking.k8s.io',
    'poddisruptionbudgets.policy',
    'serviceaccounts',
    'servicemonitors.monitoring.coreos.com',
  ],
});

/**
 * An operator with resources that leasehold accepts unchanged. The import reports what happens to each object that the
 * operator created.
 */
function systemOf({ title, group, kinds, creates, advice: fewer, assumption }: Operator): SourceSystem {
  const own = kinds.map((id) => `${contracts[id].plural}.${group}`);
  return {
    title,
    groups: [group],
    resources: [...own, ...creates],
    model: (objects) => withNotice(model(objects, group, fewer), assumption),
    plan: (_, objects) => objects.filter((one) => one.group === group).reduce(addResource, createOutput()).resources,
  };
}

function withNotice(model: SourceModel, notice: string | undefined): SourceModel {
  const isStated = notice !== undefined && model.notices.length > 0;
  return isStated ? { ...model, notices: [...model.notices, notice] } : model;
}

function model(objects: readonly ExportedObject[], group: string, fewer: Advice | undefined): SourceModel {
  const resources = objects.filter((one) => one.group === group);
  const created = objects.filter((one) => isCreatedBy(one, resources));
  return {
    tenants: [],
    facts: [...resources.flatMap(statements), ...created.flatMap(fields)],
    inert: objects.flatMap((source) => inertFields(source, resources, created)),
    notices: resources.length > 0 ? leftovers(resources, created) : [],
    live: { resources, created, advice: fewer },
  };
}

function addResource(output: ReturnType<typeof createOutput>, source: ExportedObject): ReturnType<typeof createOutput> {
  const { apiVersion, kind, namespace, name } = source;
  const resource: OutputResource = output.addResource(
    `${namespace}/${kind.toLowerCase()}-${name}.yaml`,
    apiVersion,
    kind,
  );
  for (const { path, value } of ownLeaves(source)) setField(resource, path, value);
  return output;
}

/** The fields of a resource or an object except those that the cluster sets. */
function ownLeaves(source: ExportedObject): readonly { readonly path: Path; readonly value: unknown }[] {
  const cluster = clusterFields(source, () => false).map(({ path }) => path);
  const isCluster = (path: Path) => cluster.some((field) => field.every((step, index) => path[index] === step));
  return leavesOf(source.body).filter(({ path }) => !isCluster(path));
}

function statements(source: ExportedObject): readonly SourceFact[] {
  const resource = resourceLabel(source.body);
  return ownLeaves(source).map(({ path, value }) => ({
    aspect: 'statement',
    resource,
    path,
    value,
    from: [{ source, path }],
  }));
}

/** The effect of the operator: each field of a live object that it created. */
function fields(source: ExportedObject): readonly SourceFact[] {
  const object = formatName(source);
  return ownLeaves(source).map(({ path }) => ({
    aspect: 'field',
    object,
    path,
    live: source.body,
    from: [{ source, path }],
  }));
}

function inertFields(
  source: ExportedObject,
  resources: readonly ExportedObject[],
  created: readonly ExportedObject[],
): readonly InertField[] {
  if (!resources.includes(source) && !created.includes(source)) return [untouched(source)];
  return clusterFields(source, () => false);
}
