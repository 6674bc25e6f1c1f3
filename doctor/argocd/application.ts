import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { trimEnd } from '../../data/trim-end.ts';
import type { ParameterName } from '../../plugin/parameters.ts';
import type { ConfigObject } from './config-object.ts';

/** How an Application uses leasehold: through the plugin, through a rendered directory, or not at all. */
export type Usage = 'plugin' | 'rendered' | 'foreign';

/** An Application, or the template of an ApplicationSet. */
export interface ApplicationObject extends ConfigObject {
  readonly usage: Usage;
  /** The path of the spec: `spec` or `spec.template.spec`. */
  readonly root: string;
  readonly metadata: unknown;
  readonly spec: unknown;
  /** The sources with their paths. */
  readonly sources: readonly ApplicationSource[];
  readonly isTemplate: boolean;
  /** True if a source is the directory of an inventory in the input, and therefore a whole render. */
  readonly hasInventory: boolean;
}

export interface ApplicationSource {
  readonly path: string;
  readonly source: unknown;
}

/** Evidence that leasehold rendered a directory, in addition to its name. */
export interface Evidence {
  /** Names of Applications that the user passes. */
  readonly names: readonly string[];
  /** Directories of the input that contain an inventory of leasehold. */
  readonly directories: readonly string[];
}

export function readApplication(entry: ConfigObject, steps: readonly string[], evidence: Evidence): ApplicationObject {
  const object = valueAt(entry.body, ...steps);
  const spec = valueAt(object, 'spec');
  const root = [...steps, 'spec'].join('.');
  const sources = sourcesOf(spec, root);
  const usage = usageOf(entry, sources, spec, evidence);
  const metadata = valueAt(object, 'metadata');
  const hasInventory = sources.some((one) => isDirectory(one) && isListed(one, evidence.directories));
  return { ...entry, usage, root, metadata, spec, sources, isTemplate: steps.length > 0, hasInventory };
}

/**
 * The sources that Argo CD uses: the hydrator, the list of sources, or the single source, in this order
 * [sources: argocd-30].
 */
export function sourcesOf(spec: unknown, root: string): readonly ApplicationSource[] {
  const single = (field: string) => {
    const source = valueAt(spec, ...field.split('.'));
    return source === undefined ? [] : [{ path: `${root}.${field}`, source }];
  };
  const several = listAt(spec, 'sources').map((source, index) => ({ path: `${root}.sources[${index}]`, source }));
  const choices = [single('sourceHydrator.drySource'), several, single('source')];
  return choices.find((sources) => sources.length > 0) ?? [];
}

const pluginName = /^leasehold(?:-|$)/;

function isPluginSource({ source }: ApplicationSource): boolean {
  return pluginName.test(textAt(source, 'plugin', 'name'));
}

function usageOf(
  { body }: ConfigObject,
  sources: readonly ApplicationSource[],
  spec: unknown,
  { names, directories }: Evidence,
): Usage {
  if (sources.some(isPluginSource)) return 'plugin';
  const name = textAt(body, 'metadata', 'name');
  const isOurs = sources.some(
    (one) => isDirectory(one) && (isListed(one, directories) || isRecognized(one.source, name, spec)),
  );
  return isOurs || (names.includes(name) && sources.some(isDirectory)) ? 'rendered' : 'foreign';
}

function isListed({ source }: ApplicationSource, directories: readonly string[]): boolean {
  const path = trimEnd(textAt(source, 'path'), /\//).replace(/^\.?\/+/, '');
  return path !== '' && directories.some((directory) => directory === path || directory.endsWith(`/${path}`));
}

/** True for a source without a tool. Argo CD applies its files unchanged. */
function isDirectory({ source }: ApplicationSource): boolean {
  const tools = ['plugin', 'helm', 'kustomize', 'chart'].some((tool) => valueAt(source, tool) !== undefined);
  return !tools && textAt(source, 'directory', 'jsonnet') === '' && textAt(source, 'repoURL') !== '';
}

/**
 * True if the name, project or source of the Application contains `leasehold`. Also true if a segment of the branch or directory
 * is `rendered`, the default of the Action, and one of these contains `tenan` or the Application sets no destination namespace.
 * Other tools also render to `rendered`, but into a single namespace and not for tenants.
 */
function isRecognized(source: unknown, name: string, spec: unknown): boolean {
  const [path, revision] = [textAt(source, 'path'), textAt(source, 'targetRevision')];
  const words = [name, textAt(source, 'repoURL'), path, revision, textAt(spec, 'project')].join(' ');
  if (/leasehold/i.test(words)) return true;
  const isRendered = [...path.split('/'), ...revision.split('/')].includes('rendered');
  return isRendered && (/tenan/i.test(words) || textAt(spec, 'destination', 'namespace') === '');
}

/** The sources of an Application that the plugin renders. */
export function pluginSources({ sources }: ApplicationObject): readonly ApplicationSource[] {
  return sources.filter(isPluginSource);
}

/** The sources of an Application that contain rendered manifests of leasehold. */
export function renderedSources({ usage, sources }: ApplicationObject): readonly ApplicationSource[] {
  return usage === 'rendered' ? sources.filter(isDirectory) : [];
}

/** True if a source of an Application renders a single tenant. */
export function rendersOneTenant(application: ApplicationObject): boolean {
  return pluginSources(application).some(({ source }) => parameterOf(source, 'tenant') !== undefined);
}

/** True if a source of an Application renders only the workloads of a tenant. */
export function appliesWorkloads(application: ApplicationObject): boolean {
  return pluginSources(application).some(({ source }) => parameterOf(source, 'part') === 'workloads');
}

/** The value of a plugin parameter in a source. Names in `env` are in upper case. */
export function parameterOf(source: unknown, name: ParameterName): string | undefined {
  const upper = name.toUpperCase().replaceAll('-', '_');
  const found = listAt(source, 'plugin', 'parameters').find((entry) => textAt(entry, 'name') === name);
  const variable = listAt(source, 'plugin', 'env').find((entry) => textAt(entry, 'name') === upper);
  return textAt(found, 'string') || textAt(variable, 'value') || undefined;
}

/** The path of a metadata field of an Application or a template. */
export function metadataPath({ root }: ApplicationObject, field: string): string {
  return `${root.replace(/spec$/, 'metadata')}.${field}`;
}

/** The address of a repository without what Argo CD ignores when it compares addresses. */
export function repositoryOf(url: string): string {
  return trimEnd(url, /\//)
    .replace(/\.git$/i, '')
    .toLowerCase();
}
