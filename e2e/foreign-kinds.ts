import { groupOf, groupVersion } from '../kubernetes/api-version.ts';
import type { Cluster } from './cluster.ts';
import type { KubeObject } from './manifests.ts';

/** API groups of other products. Cases render objects of these groups. The control plane gets definitions that accept any content. */
export const foreignGroups: readonly string[] = [
  'argoproj.io',
  'constraints.gatekeeper.sh',
  'example.org',
  'external-secrets.io',
  'gateway.networking.k8s.io',
  'monitoring.coreos.com',
  'networking.istio.io',
  'quota.openshift.io',
  'redhatcop.redhat.io',
  'security.istio.io',
  'templates.gatekeeper.sh',
  'user.openshift.io',
];

/** Defines each kind of another product that the objects use and the cluster does not serve. */
export async function installForeignKinds(
  cluster: Cluster,
  objects: readonly KubeObject[],
  groups: readonly string[] = foreignGroups,
): Promise<void> {
  const known = await Promise.all(objects.map((object) => isKnown(cluster, object)));
  const lacking = objects.filter((object, index) => !known[index] && groups.includes(groupOf(object.apiVersion)));
  const definitions = new Map(
    lacking.map((object) => [`${groupOf(object.apiVersion)} ${object.kind}`, definition(object)]),
  );
  await installDefinitions(cluster, [...definitions.values()]);
}

async function isKnown({ discovery }: Cluster, { apiVersion, kind }: KubeObject): Promise<boolean> {
  return (await discovery.isNamespaced(apiVersion, kind)) !== undefined;
}

/** Applies CustomResourceDefinitions and waits until their kinds are served. */
export async function installDefinitions(cluster: Cluster, definitions: readonly KubeObject[]): Promise<void> {
  const applied = await cluster.apply(definitions);
  const rejected = applied.find(({ ok }) => !ok);
  if (rejected) throw new Error(`${rejected.object.metadata.name}: ${rejected.message}`);
  for (const { group, names, versions } of definitions.map(({ spec }) => spec as DefinitionSpec))
    for (const { name } of versions) await cluster.discovery.waitFor(`${group}/${name}`, names.kind);
}

interface DefinitionSpec {
  readonly group: string;
  readonly names: { readonly kind: string };
  readonly versions: readonly { readonly name: string }[];
}

/** A definition cannot lose a version later, so it serves all versions that are rendered for a kind. */
function versionsOf(group: string, version: string): readonly string[] {
  return group === 'external-secrets.io' && version !== 'v1alpha1' ? ['v1', 'v1beta1'] : [version];
}

/** A kind whose objects can have any content. Its scope is that of the given object. */
function definition({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { group, version } = groupVersion(apiVersion);
  const plural = pluralOf(group, kind.toLowerCase());
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // Without this annotation, the API server rejects definitions in groups under k8s.io.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, replaces the real one in a test' },
    },
    spec: {
      group,
      names: { kind, plural, singular: kind.toLowerCase() },
      scope: metadata.namespace === undefined ? 'Cluster' : 'Namespaced',
      versions: versionsOf(group, version).map((name, index) => {
        return { name, served: true, storage: index === 0, schema: { openAPIV3Schema } };
      }),
    },
  };
}

/** The plural name of a kind. Only constraints of Gatekeeper have the same singular and plural name. */
function pluralOf(group: string, singular: string): string {
  if (group === 'constraints.gatekeeper.sh') return singular;
  if (/(s|x|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? singular.replace(/y$/, 'ies') : `${singular}s`;
}
