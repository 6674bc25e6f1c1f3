import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type ApplicationObject, type ConfigObject, type Configuration, usesPlugin } from './configuration.ts';

/** Rules for projects and their settings. */
export function projectRules(configuration: Configuration): readonly Finding[] {
  const { projects, applications, settings } = configuration;
  return [
    ...projects.flatMap((project) => [
      ...deadlocks(project, applications),
      ...whitelistRules(project, applications.filter(usesPlugin)),
    ]),
    ...(settings ? trackingRules(settings) : []),
  ];
}

const finalizer = /^resources-finalizer\.argocd\.argoproj\.io/;

function hasFinalizer(metadata: unknown): boolean {
  return listAt(metadata, 'finalizers').some((one) => finalizer.test(String(one)));
}

/** The Application that created an object; undefined if unknown. */
function ownerOf(metadata: unknown): string | undefined {
  return textAt(metadata, 'annotations', 'argocd.argoproj.io/tracking-id').split(':')[0] || undefined;
}

/** A project and its Applications block each other's deletion if one owner deletes both [sources: argocd-13]. */
function deadlocks(project: ConfigObject, applications: readonly ApplicationObject[]): readonly Finding[] {
  const metadata = valueAt(project.body, 'metadata');
  const name = textAt(metadata, 'name');
  const inside = applications.filter(
    ({ spec, metadata: own }) => textAt(spec, 'project') === name && hasFinalizer(own),
  );
  const owner = ownerOf(metadata);
  const together = inside.filter(
    (one) =>
      textAt(one.metadata, 'name') === owner ||
      (hasFinalizer(metadata) && owner !== undefined && ownerOf(one.metadata) === owner),
  );
  return together.map((application) =>
    error(project, {
      path: 'metadata.finalizers',
      message: `its deletion waits for that of ${application.name}, which waits for the project`,
      fix: 'let another Application, in another project, own the project; or leave out the finalizers',
    }),
  );
}

/** [sources: argocd-17] */
function whitelistRules(project: ConfigObject, applications: readonly ApplicationObject[]): readonly Finding[] {
  const name = textAt(project.body, 'metadata', 'name');
  if (!applications.some(({ spec }) => textAt(spec, 'project') === name)) return [];
  const cluster = listAt(project.body, 'spec', 'clusterResourceWhitelist');
  const allows = cluster.some((one) => ['*', 'Namespace'].includes(textAt(one, 'kind')));
  const namespaced = valueAt(project.body, 'spec', 'namespaceResourceWhitelist');
  return [
    ...(allows
      ? []
      : [
          error(project, {
            path: 'spec.clusterResourceWhitelist',
            message: 'no Namespace may be made in this project',
            fix: 'take over access/project.yaml of plugin/install',
          }),
        ]),
    ...(Array.isArray(namespaced) && namespaced.length === 0
      ? [
          error(project, {
            path: 'spec.namespaceResourceWhitelist',
            message: 'an empty list allows nothing at all',
            fix: 'remove it, or take over access/project.yaml of plugin/install',
          }),
        ]
      : []),
  ];
}

/** [sources: argocd-16] */
function trackingRules(settings: ConfigObject): readonly Finding[] {
  const method = textAt(settings.body, 'data', 'application.resourceTrackingMethod');
  if (method !== 'label') return [];
  const message = 'by label, Argo CD takes copies of an object for its own, and prunes them';
  return [
    warning(settings, { path: 'data["application.resourceTrackingMethod"]', message, fix: 'set it to annotation' }),
  ];
}
