import type { SourceFile } from '../core/source/source.ts';
import { listAt, mappingAt, textAt, valueAt } from '../data/tree.ts';
import { formatName } from '../kubernetes/object-id.ts';
import { readDocuments } from '../leasehold.ts';
import type { ParameterName } from '../plugin/parameters.ts';

/** One object of an Argo CD, as it lies in a file or as kubectl printed it. */
export interface Entry {
  readonly file: string;
  /** `ConfigMap argocd/argocd-cm` */
  readonly name: string;
  readonly body: unknown;
}

/** An Application, or the template that an ApplicationSet makes them from. */
export interface Source extends Entry {
  /** Where the Application's spec begins: `spec` or `spec.template.spec`. */
  readonly root: string;
  readonly metadata: unknown;
  readonly spec: unknown;
  /** Its sources, one or several, each with its path. */
  readonly sources: readonly { readonly path: string; readonly source: unknown }[];
}

/** What there is of an Argo CD's configuration; what was not given is undefined, and is not judged. */
export interface Configuration {
  /** argocd-cm */
  readonly settings: Entry | undefined;
  /** argocd-cmd-params-cm */
  readonly params: Entry | undefined;
  readonly repoServer: Entry | undefined;
  readonly projects: readonly Entry[];
  readonly applicationSets: readonly Entry[];
  /** Applications and templates of ApplicationSets. */
  readonly applications: readonly Source[];
  /** Our plugin.yaml files, by themselves or in a ConfigMap; during an upgrade there are two. */
  readonly plugins: readonly Entry[];
}

/** Picks out of YAML files what is a part of Argo CD. Files that are no YAML, and other objects, are passed over. */
export function readConfiguration(files: readonly SourceFile[]): Configuration {
  const entries = readDocuments(files).map(({ body, origin }) => ({ file: origin.file, name: nameOf(body), body }));
  const ofKind = (kind: string) => entries.filter(({ body }) => textAt(body, 'kind') === kind);
  const named = (kind: string, name: string) =>
    ofKind(kind).find(({ body }) => textAt(body, 'metadata', 'name') === name);
  const applicationSets = ofKind('ApplicationSet');
  return {
    settings: named('ConfigMap', 'argocd-cm'),
    params: named('ConfigMap', 'argocd-cmd-params-cm'),
    repoServer: ofKind('Deployment').find(isRepoServer),
    projects: ofKind('AppProject'),
    applicationSets,
    applications: [
      ...ofKind('Application').map((entry) => toSource(entry, [])),
      ...applicationSets.map((entry) => toSource(entry, ['spec', 'template'])),
    ],
    plugins: [...ofKind('ConfigManagementPlugin'), ...ofKind('ConfigMap').flatMap(pluginsIn)].filter(isOurs),
  };
}

function nameOf(body: unknown): string {
  const [namespace, name] = [textAt(body, 'metadata', 'namespace'), textAt(body, 'metadata', 'name')];
  return formatName({ kind: textAt(body, 'kind') || 'document', namespace, name });
}

/** By its container: Helm names the Deployment after the release. */
function isRepoServer({ body }: Entry): boolean {
  return containersOf(body).some((container) => /repo-server$/.test(textAt(container, 'name')));
}

export function containersOf(deployment: unknown): readonly unknown[] {
  return listAt(deployment, 'spec', 'template', 'spec', 'containers');
}

function toSource(entry: Entry, steps: readonly string[]): Source {
  const object = valueAt(entry.body, ...steps);
  const spec = valueAt(object, 'spec');
  const root = [...steps, 'spec'].join('.');
  const several = listAt(spec, 'sources').map((source, index) => ({ path: `${root}.sources[${index}]`, source }));
  const single = valueAt(spec, 'source');
  const sources = single === undefined ? several : [{ path: `${root}.source`, source: single }];
  return { ...entry, root, metadata: valueAt(object, 'metadata'), spec, sources };
}

/** A ConfigMap that is mounted as the plugin's configuration holds it as text. */
function pluginsIn(entry: Entry): readonly Entry[] {
  const texts = Object.values(mappingAt(entry.body, 'data')).filter((value) => typeof value === 'string');
  const files = texts.filter((value) => value.includes('kind: ConfigManagementPlugin'));
  const documents = readDocuments(files.map((value) => ({ path: entry.file, text: value })));
  return documents.map(({ body }) => ({ ...entry, name: `${entry.name}, ${nameOf(body)}`, body }));
}

function isOurs({ body }: Entry): boolean {
  return textAt(body, 'metadata', 'name') === 'leasehold';
}

const pluginName = /^leasehold(?:-|$)/;

/** The sources of an Application that this plugin renders. */
export function pluginSources({ sources }: Source): Source['sources'] {
  return sources.filter(({ source }) => pluginName.test(textAt(source, 'plugin', 'name')));
}

export function usesPlugin(application: Source): boolean {
  return pluginSources(application).length > 0;
}

/** Whether it renders one tenant, and not several. */
export function isOfOneTenant(application: Source): boolean {
  return pluginSources(application).some(({ source }) => parameterOf(source, 'tenant') !== undefined);
}

/** What a source says for a parameter of the plugin; names in env are in capitals. */
export function parameterOf(source: unknown, name: ParameterName): string | undefined {
  const found = listAt(source, 'plugin', 'parameters').find((entry) => textAt(entry, 'name') === name);
  const variable = listAt(source, 'plugin', 'env').find((entry) => textAt(entry, 'name') === name.toUpperCase());
  return textAt(found, 'string') || textAt(variable, 'value') || undefined;
}
