import type { SourceFile } from '../../core/source/source.ts';
import { listAt, mappingAt, textAt, valueAt } from '../../data/tree.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import { readDocuments } from '../../leasehold.ts';
import type { ParameterName } from '../../plugin/parameters.ts';

/** An object of Argo CD's configuration, from a file or from kubectl's output. */
export interface ConfigObject {
  readonly file: string;
  /** `ConfigMap argocd/argocd-cm` */
  readonly name: string;
  readonly body: unknown;
}

/** An Application, or the template of an ApplicationSet. */
export interface ApplicationObject extends ConfigObject {
  /** The path of the Application's spec: `spec` or `spec.template.spec`. */
  readonly root: string;
  readonly metadata: unknown;
  readonly spec: unknown;
  /** Its sources, one or several, each with its path. */
  readonly sources: readonly { readonly path: string; readonly source: unknown }[];
}

/** An Argo CD's configuration. Objects that are not in the input are undefined and not checked. */
export interface Configuration {
  /** argocd-cm */
  readonly settings: ConfigObject | undefined;
  /** argocd-cmd-params-cm */
  readonly params: ConfigObject | undefined;
  readonly repoServer: ConfigObject | undefined;
  readonly projects: readonly ConfigObject[];
  readonly applicationSets: readonly ConfigObject[];
  /** Applications and templates of ApplicationSets. */
  readonly applications: readonly ApplicationObject[];
  /** Our plugin.yaml files, by themselves or in a ConfigMap; during an upgrade there are two. */
  readonly plugins: readonly ConfigObject[];
}

/** Reads the objects of Argo CD from YAML files. Ignores other objects and files that are not YAML. */
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
      ...ofKind('Application').map((entry) => toApplication(entry, [])),
      ...applicationSets.map((entry) => toApplication(entry, ['spec', 'template'])),
    ],
    plugins: [...ofKind('ConfigManagementPlugin'), ...ofKind('ConfigMap').flatMap(pluginsIn)].filter(isLeasehold),
  };
}

function nameOf(body: unknown): string {
  const [namespace, name] = [textAt(body, 'metadata', 'namespace'), textAt(body, 'metadata', 'name')];
  return formatName({ kind: textAt(body, 'kind') || 'document', namespace, name });
}

/** By its container: Helm names the Deployment after the release. */
function isRepoServer({ body }: ConfigObject): boolean {
  return containersOf(body).some((container) => /repo-server$/.test(textAt(container, 'name')));
}

export function containersOf(deployment: unknown): readonly unknown[] {
  return listAt(deployment, 'spec', 'template', 'spec', 'containers');
}

function toApplication(entry: ConfigObject, steps: readonly string[]): ApplicationObject {
  const object = valueAt(entry.body, ...steps);
  const spec = valueAt(object, 'spec');
  const root = [...steps, 'spec'].join('.');
  const several = listAt(spec, 'sources').map((source, index) => ({ path: `${root}.sources[${index}]`, source }));
  const single = valueAt(spec, 'source');
  const sources = single === undefined ? several : [{ path: `${root}.source`, source: single }];
  return { ...entry, root, metadata: valueAt(object, 'metadata'), spec, sources };
}

/** The plugin configurations in a ConfigMap, which contains them as text. */
function pluginsIn(entry: ConfigObject): readonly ConfigObject[] {
  const texts = Object.values(mappingAt(entry.body, 'data')).filter((value) => typeof value === 'string');
  const files = texts.filter((value) => value.includes('kind: ConfigManagementPlugin'));
  const documents = readDocuments(files.map((value) => ({ path: entry.file, text: value })));
  return documents.map(({ body }) => ({ ...entry, name: `${entry.name}, ${nameOf(body)}`, body }));
}

function isLeasehold({ body }: ConfigObject): boolean {
  return textAt(body, 'metadata', 'name') === 'leasehold';
}

const pluginName = /^leasehold(?:-|$)/;

/** The sources of an Application that this plugin renders. */
export function pluginSources({ sources }: ApplicationObject): ApplicationObject['sources'] {
  return sources.filter(({ source }) => pluginName.test(textAt(source, 'plugin', 'name')));
}

export function usesPlugin(application: ApplicationObject): boolean {
  return pluginSources(application).length > 0;
}

/** Whether an Application renders a single tenant. */
export function rendersOneTenant(application: ApplicationObject): boolean {
  return pluginSources(application).some(({ source }) => parameterOf(source, 'tenant') !== undefined);
}

/** The value of a plugin parameter in a source. Names in env are in upper case. */
export function parameterOf(source: unknown, name: ParameterName): string | undefined {
  const found = listAt(source, 'plugin', 'parameters').find((entry) => textAt(entry, 'name') === name);
  const variable = listAt(source, 'plugin', 'env').find((entry) => textAt(entry, 'name') === name.toUpperCase());
  return textAt(found, 'string') || textAt(variable, 'value') || undefined;
}
