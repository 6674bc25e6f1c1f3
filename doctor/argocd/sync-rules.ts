import { listAt, mappingAt, textAt, valueAt } from '../../data/tree.ts';
import { recommendedObjects } from '../../shell/application-size.ts';
import { error, type Finding, type FindingDetails, warning } from '../finding.ts';
import {
  type ApplicationObject,
  appliesWorkloads,
  metadataPath,
  renderedSources,
  rendersOneTenant,
} from './application.ts';
import { isWholeRender } from './rendered-rules.ts';

type Advice = Omit<FindingDetails, 'path'>;

/** Rules for applying and deleting tenants. They apply to the plugin and to rendered directories. */
export function syncRules(application: ApplicationObject): readonly Finding[] {
  const path = `${application.root}.syncPolicy`;
  const policy = valueAt(application.spec, 'syncPolicy');
  const options = [...listAt(policy, 'syncOptions').map(String)];
  return [
    ...automatedRules(application, policy, path),
    ...missingOptions(application, options, `${path}.syncOptions`),
    ...options.flatMap((option, index) => harmfulOption(application, option, `${path}.syncOptions[${index}]`)),
    ...finalizerRules(application),
    ...sizeRules(application),
  ];
}

function automatedRules(application: ApplicationObject, policy: unknown, path: string): readonly Finding[] {
  const automated = valueAt(policy, 'automated');
  if (automated === undefined || automated === null || valueAt(automated, 'enabled') === false) return [];
  return [
    ...(valueAt(automated, 'allowEmpty') === true
      ? [error(application, { path: `${path}.automated.allowEmpty`, ...allowEmpty })]
      : []),
    ...(valueAt(automated, 'prune') === true
      ? []
      : [warning(application, { path: `${path}.automated.prune`, ...noPrune })]),
  ];
}

const allowEmpty: Advice = {
  message: 'with allowEmpty, a render that is empty by mistake deletes every tenant',
  fix: 'remove allowEmpty',
};

const noPrune: Advice = {
  message: 'objects that are removed from Git stay in the cluster, such as revoked access and removed tenants',
  fix: 'set prune: true; by default, namespaces still wait for a confirmation',
};

/**
 * In an Application of workloads, only an Application of the tenant's own members can share an object. It could stop every sync if
 * the Application failed.
 */
function missingOptions(application: ApplicationObject, options: readonly string[], path: string): readonly Finding[] {
  const prunes = valueAt(application.spec, 'syncPolicy', 'automated', 'prune') === true;
  return wantedOptions
    .filter(({ option }) => !options.includes(option) && (option !== 'PruneLast=true' || prunes))
    .filter(({ option }) => option !== failOnShared || !appliesWorkloads(application))
    .map(({ option, message }) =>
      warning(application, { path, message: `without ${option}, ${message}`, fix: `add ${option}` }),
    );
}

export const failOnShared = 'FailOnSharedResource=true';

/**
 * Recommended sync options. Argo CD prunes in waves with the namespace last, and only the wave of the namespace waits
 * for the confirmation.
 */
const wantedOptions = [
  {
    option: 'PruneLast=true',
    message:
      "Argo CD deletes a removed tenant's workloads and role bindings before you confirm the deletion of its namespace",
  },
  {
    option: failOnShared,
    message: 'two Applications that render the same object overwrite each other endlessly',
  },
  {
    option: 'ServerSideApply=true',
    message:
      'Argo CD stores a copy of each object in an annotation, cannot apply large objects, and resets fields of other managers',
  },
];

function harmfulOption(application: ApplicationObject, option: string, path: string): readonly Finding[] {
  if (option === 'Replace=true' || option === 'Force=true') {
    const message =
      option === 'Force=true'
        ? 'Force=true can delete objects and create them again'
        : 'Replace=true overwrites objects instead of merging changes, and ServerSideApply=true has no effect';
    return [error(application, { path, message, fix: 'remove it' })];
  }
  return option === 'Prune=false' ? [warning(application, { path, ...noPrune, fix: 'remove it' })] : [];
}

export const cascade = /resources-finalizer\.argocd\.argoproj\.io/;

function finalizerRules(application: ApplicationObject): readonly Finding[] {
  const index = listAt(application.metadata, 'finalizers').findIndex((one) => cascade.test(String(one)));
  if (index < 0 || !appliesSeveralTenants(application)) return [];
  const path = `${metadataPath(application, 'finalizers')}[${index}]`;
  const message = 'deleting this Application deletes all its tenants, except namespaces that wait for a confirmation';
  return [warning(application, { path, message, fix: 'remove the finalizer' })];
}

/**
 * Whether an Application applies the objects of several tenants. A directory in a render contains a single tenant. For other rendered
 * directories, such as `eu`, it is unknown unless the input contains their inventory.
 */
export function appliesSeveralTenants(application: ApplicationObject): boolean {
  if (application.usage === 'plugin') return !rendersOneTenant(application);
  const rendered = renderedSources(application);
  return application.hasInventory || rendered.some(({ source }) => isWholeRender(textAt(source, 'path')));
}

/** The plugin renders shards only of several tenants, and a rendered directory has none. */
function splitText(application: ApplicationObject, parts: number): string {
  if (rendersOneTenant(application)) return `the tenant into ${parts} tenants or more`;
  return application.usage === 'plugin'
    ? `the Application into ${parts} shards or more`
    : `the Application into ${parts} Applications or more, for different directories`;
}

/** The maximum number of objects. The status of 15,000 objects exceeds the size limit of etcd. */
const maxObjects = 10_000;

function sizeRules(application: ApplicationObject): readonly Finding[] {
  const status = mappingAt(application.body, 'status');
  const objects = listAt(status, 'resources').length;
  if (objects <= recommendedObjects) return [];
  const path = 'status.resources';
  const shards = Math.ceil(objects / recommendedObjects);
  const fix = `split ${splitText(application, shards)}, with at most ${recommendedObjects} objects each`;
  const message =
    objects < maxObjects
      ? `${objects} objects make each sync slow, because Argo CD keeps the state of all of them in one object`
      : `with ${objects} objects, Argo CD soon cannot store the status of the Application; etcd rejects the status of 15,000 objects`;
  return [(objects < maxObjects ? warning : error)(application, { path, message, fix })];
}
