import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { parameterNames } from '../../plugin/parameters.ts';
import { error, type Finding, type FindingDetails, warning } from '../finding.ts';
import {
  type ApplicationObject,
  type Configuration,
  pluginSources,
  rendersOneTenant,
  usesPlugin,
} from './configuration.ts';
import { pathRules } from './path-rules.ts';

/** Rules for Applications and the templates of ApplicationSets. */
export function applicationRules(configuration: Configuration): readonly Finding[] {
  const ours = configuration.applications.filter(usesPlugin);
  return ours.flatMap((application) => [
    ...syncRules(application),
    ...finalizerRules(application),
    ...pluginSources(application).flatMap((source) => [
      ...nameRules(application, source, configuration),
      ...sizeRules(application, source),
      ...parameterRules(application, source),
      ...revisionRules(application, source),
      ...pathRules(application, source.source),
    ]),
  ]);
}

type PluginSource = ApplicationObject['sources'][number];

function syncRules(application: ApplicationObject): readonly Finding[] {
  const policy = valueAt(application.spec, 'syncPolicy');
  const options = listAt(policy, 'syncOptions').map(String);
  const path = `${application.root}.syncPolicy`;
  const prunes = valueAt(policy, 'automated', 'prune') === true;
  return [
    ...(valueAt(policy, 'automated', 'allowEmpty') === true
      ? [error(application, { path: `${path}.automated.allowEmpty`, ...empty })]
      : []),
    ...(prunes && !options.includes('PruneLast=true')
      ? [warning(application, { path: `${path}.syncOptions`, ...pruneLast })]
      : []),
    ...(options.includes('FailOnSharedResource=true')
      ? []
      : [warning(application, { path: `${path}.syncOptions`, ...shared })]),
    ...options
      .filter((option) => ['Replace=true', 'Force=true'].includes(option))
      .map((option) =>
        error(application, {
          path: `${path}.syncOptions`,
          message: `${option} deletes objects to make them anew, namespaces too`,
          fix: 'remove it',
        }),
      ),
  ];
}

type Advice = Omit<FindingDetails, 'path'>;

const empty: Advice = {
  message: 'an empty render, which only a mistake brings, deletes every tenant',
  fix: 'remove allowEmpty',
};

/** Argo CD prunes in waves with the namespace last, and only the namespace's wave waits for the confirmation. */
const pruneLast: Advice = {
  message: "a removed tenant's workloads and policies are deleted before anybody confirmed that its namespace may go",
  fix: 'add PruneLast=true: then all of it waits',
};

const shared: Advice = {
  message: 'two Applications that render one object take it from each other without end',
  fix: 'add FailOnSharedResource=true',
};

function finalizerRules(application: ApplicationObject): readonly Finding[] {
  const cascade = listAt(application.metadata, 'finalizers').some((finalizer) =>
    String(finalizer).startsWith('resources-finalizer.argocd.argoproj.io'),
  );
  if (!cascade || rendersOneTenant(application)) return [];
  const path = `${application.root.replace(/spec$/, 'metadata')}.finalizers`;
  const message =
    'whoever deletes this Application deletes all its tenants, except for namespaces that wait for a confirmation';
  return [warning(application, { path, message, fix: 'remove the finalizer' })];
}

/** [sources: argocd-2] */
function nameRules(
  application: ApplicationObject,
  { path, source }: PluginSource,
  { plugins }: Configuration,
): readonly Finding[] {
  const name = textAt(source, 'plugin', 'name');
  const installed = plugins.map(({ body }) => `leasehold-${String(valueAt(body, 'spec', 'version'))}`);
  if (name === 'leasehold' || (installed.length > 0 && !installed.includes(name))) {
    const message = 'Argo CD knows a plugin that has a version only by its name and version';
    return [
      error(application, {
        path: `${path}.plugin.name`,
        message,
        fix: `write ${installed.length === 0 ? 'leasehold-<version of plugin.yaml>' : installed.join(' or ')}`,
      }),
    ];
  }
  return [];
}

/** Linux's limit for an environment variable and its name, in bytes. */
const largestVariable = 131_072;

/** [sources: argocd-3] */
function sizeRules(application: ApplicationObject, { path, source }: PluginSource): readonly Finding[] {
  const all = JSON.stringify(listAt(source, 'plugin', 'parameters'));
  const sizes = [
    [`${path}.plugin.parameters`, Buffer.byteLength(all)] as const,
    ...listAt(source, 'plugin', 'env').map(
      (entry, index) => [`${path}.plugin.env[${index}]`, Buffer.byteLength(JSON.stringify(entry))] as const,
    ),
  ];
  return sizes
    .filter(([, size]) => size > largestVariable / 2)
    .map(([place, size]) => {
      const message = `${size} bytes go to the plugin in its environment; from ${largestVariable} on it is not even started`;
      return error(application, {
        path: place,
        message,
        fix: 'keep tenants in files, and pass on a name, a selector or a shard',
      });
    });
}

function parameterRules(application: ApplicationObject, { path, source }: PluginSource): readonly Finding[] {
  return parametersOf(source)
    .filter(([name]) => !parameterNames.some((known) => known === name))
    .map(([name, place]) => {
      const message = `the plugin has no parameter ${name} and refuses to render`;
      return error(application, {
        path: `${path}.plugin.${place}`,
        message,
        fix: `there are ${parameterNames.join(', ')}`,
      });
    });
}

/** The names of the parameters. Names in env are in upper case. */
function parametersOf(source: unknown): readonly (readonly [name: string, place: string])[] {
  const names = (field: 'parameters' | 'env') =>
    listAt(source, 'plugin', field).map((entry) => String(valueAt(entry, 'name') ?? ''));
  return [
    ...names('parameters').map((name) => [name, 'parameters'] as const),
    ...names('env').map((name) => [name.toLowerCase().replaceAll('_', '-'), 'env'] as const),
  ];
}

/** [sources: argocd-27] */
function revisionRules(application: ApplicationObject, { path, source }: PluginSource): readonly Finding[] {
  const revision = textAt(source, 'targetRevision') || 'HEAD';
  if (/^refs\/|^[0-9a-f]{40}$|\{\{/.test(revision)) return [];
  const message = `to find ${revision} Argo CD asks for every branch and tag`;
  return [warning(application, { path: `${path}.targetRevision`, message, fix: 'write refs/heads/<branch>' })];
}
