import { posix } from 'node:path';
import type { SourceFile } from '../../core/source/source.ts';
import { mappingAt, textAt, valueAt } from '../../data/tree.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import { type Export, readDocuments, readExport } from '../../leasehold.ts';
import { type LineFinder, lineFinder, stepsOf } from '../lines.ts';
import { type ApplicationObject, readApplication } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { containersOf, isRepoClient } from './containers.ts';

/**
 * The configuration of one or more Argo CD instances. Parts that are missing in the input are empty and not checked.
 */
export interface Configuration {
  /** argocd-cm */
  readonly settings: readonly ConfigObject[];
  /** argocd-cmd-params-cm */
  readonly params: readonly ConfigObject[];
  /** argocd-rbac-cm */
  readonly permissions: readonly ConfigObject[];
  /** Secrets with credentials of repositories. */
  readonly credentials: readonly ConfigObject[];
  readonly clusterRoles: readonly ConfigObject[];
  readonly clusterRoleBindings: readonly ConfigObject[];
  /** What can reject requests: bindings of admission policies, leasehold's constraints for Gatekeeper, and Platforms. */
  readonly admission: readonly ConfigObject[];
  readonly repoServers: readonly ConfigObject[];
  /** The application controller and the API server. */
  readonly clients: readonly ConfigObject[];
  readonly projects: readonly ConfigObject[];
  readonly applicationSets: readonly ConfigObject[];
  /**
   * Applications and templates of ApplicationSets that use leasehold: through the plugin, or through a rendered
   * directory.
   */
  readonly applications: readonly ApplicationObject[];
  /** All other Applications and templates. */
  readonly foreign: readonly ApplicationObject[];
  /** Objects in the cluster that leasehold rendered and that an Application applied. */
  readonly applied: readonly ConfigObject[];
  /** The plugin.yaml files of leasehold, standalone or in a ConfigMap. During an upgrade, there are two. */
  readonly plugins: readonly ConfigObject[];
  /** The directories of Platforms with directoryPerTenant. */
  readonly platforms: readonly string[];
  /** The paths of all files. `unread` contains those that cannot be read as YAML. */
  readonly files: readonly string[];
  readonly unread: Export['unread'];
}

/** Reads the objects of Argo CD from YAML files. `rendered` contains the names of Applications of rendered directories. */
export function readConfiguration(files: readonly SourceFile[], rendered: readonly string[] = []): Configuration {
  const { entries, unread } = readEntries(files);
  const ofKind = (kind: string) => entries.filter((entry) => kindOf(entry) === kind);
  const named = (name: string) => ofKind('ConfigMap').filter(({ body }) => textAt(body, 'metadata', 'name') === name);
  const applicationSets = ofKind('ApplicationSet');
  const evidence = { names: rendered, directories: inventoriesIn(files) };
  const all = [
    ...ofKind('Application').map((entry) => readApplication(entry, [], evidence)),
    ...applicationSets.map((entry) => readApplication(entry, ['spec', 'template'], evidence)),
  ];
  const plugins = [...ofKind('ConfigManagementPlugin'), ...ofKind('ConfigMap').flatMap(pluginsIn)];
  return {
    settings: named('argocd-cm'),
    params: named('argocd-cmd-params-cm'),
    permissions: named('argocd-rbac-cm'),
    credentials: ofKind('Secret').filter(hasCredentials),
    clusterRoles: ofKind('ClusterRole'),
    clusterRoleBindings: ofKind('ClusterRoleBinding'),
    admission: ['ValidatingAdmissionPolicyBinding', 'LeaseholdRule', 'Platform'].flatMap(ofKind),
    repoServers: ofKind('Deployment').filter(isRepoServer),
    clients: [...ofKind('StatefulSet'), ...ofKind('Deployment')].filter(hasRepoClient),
    projects: ofKind('AppProject'),
    applicationSets,
    applications: all.filter(({ usage }) => usage !== 'foreign'),
    foreign: all.filter(({ usage }) => usage === 'foreign'),
    applied: entries.filter(isApplied),
    plugins: plugins.filter(({ body }) => textAt(body, 'metadata', 'name') === 'leasehold'),
    platforms: ofKind('Platform')
      .filter(hasDirectoryPerTenant)
      .map(({ file }) => posix.dirname(file)),
    files: files.map(({ path }) => path),
    unread,
  };
}

function hasCredentials({ body }: ConfigObject): boolean {
  return ['repo-creds', 'repository'].includes(credentialType(body));
}

/** The type of a Secret of Argo CD. Empty for other Secrets. */
export function credentialType(secret: unknown): string {
  return textAt(secret, 'metadata', 'labels', 'argocd.argoproj.io/secret-type');
}

function hasDirectoryPerTenant({ body }: ConfigObject): boolean {
  return valueAt(body, 'spec', 'directoryPerTenant') === true;
}

/** The directories that leasehold rendered to. Each of them contains an inventory. */
function inventoriesIn(files: readonly SourceFile[]): readonly string[] {
  const inventories = files.filter(
    (file) => /(?:^|\/)inventory\.json$/.test(file.path) && 'text' in file && file.text.includes('"resources"'),
  );
  return inventories.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

interface Entries {
  readonly entries: readonly ConfigObject[];
  readonly unread: Export['unread'];
}

function readEntries(files: readonly SourceFile[]): Entries {
  const finders = new Map<string, LineFinder>();
  const texts = new Map(files.map((file) => [file.path, 'text' in file ? file.text : '']));
  const finderOf = (file: string) => {
    const found = finders.get(file) ?? lineFinder(texts.get(file) ?? '');
    finders.set(file, found);
    return found;
  };
  const { documents, unread } = readExport(files);
  const entries = documents.map(({ body, origin }) => ({
    file: origin.file,
    name: nameOf(body),
    namespace: textAt(body, 'metadata', 'namespace'),
    body,
    lineOf: (path: string) => finderOf(origin.file)([...origin.base, ...stepsOf(path)], origin.document),
  }));
  return { entries, unread };
}

function isApplied({ body }: ConfigObject): boolean {
  return textAt(body, 'metadata', 'labels', 'app.kubernetes.io/managed-by') === 'leasehold' && trackedBy(body) !== '';
}

/**
 * The Application that an object belongs to: `name`, or `namespace_name` outside Argo CD's namespace. Empty if there is
 * none.
 */
export function trackedBy(body: unknown): string {
  const [name = '', ...rest] = textAt(body, 'metadata', 'annotations', 'argocd.argoproj.io/tracking-id').split(':');
  return rest.length === 0 ? '' : name;
}

/** The kind of an object. Empty for kinds of other API groups with the same names as Argo CD's kinds. */
function kindOf({ body }: ConfigObject): string {
  const [kind, apiVersion] = [textAt(body, 'kind'), textAt(body, 'apiVersion')];
  const isArgo = ['Application', 'ApplicationSet', 'AppProject'].includes(kind);
  return isArgo && apiVersion !== '' && !apiVersion.startsWith('argoproj.io/') ? '' : kind;
}

function nameOf(body: unknown): string {
  const [namespace, name] = [textAt(body, 'metadata', 'namespace'), textAt(body, 'metadata', 'name')];
  return formatName({ kind: textAt(body, 'kind') || 'document', namespace, name });
}

/** Identifies the repo-server by its container, because Helm names the Deployment after the release. */
function isRepoServer({ body }: ConfigObject): boolean {
  return containersOf(body).some((container) => /repo-server$/.test(textAt(container, 'name')));
}

function hasRepoClient({ body }: ConfigObject): boolean {
  return containersOf(body).some(isRepoClient);
}

/** The plugin configurations that a ConfigMap contains as text. */
function pluginsIn(entry: ConfigObject): readonly ConfigObject[] {
  const texts = Object.values(mappingAt(entry.body, 'data')).filter((value) => typeof value === 'string');
  const files = texts.filter((value) => value.includes('kind: ConfigManagementPlugin'));
  const documents = readDocuments(files.map((value) => ({ path: entry.file, text: value })));
  return documents.map(({ body }) => ({ ...entry, name: `${entry.name}, ${nameOf(body)}`, body }));
}

/**
 * The objects of the same Argo CD instance. Prefers objects in the same file and, among these, objects in the same
 * namespace.
 */
export function near<T extends ConfigObject>(entry: ConfigObject, all: readonly T[]): readonly T[] {
  const inFile = all.filter(({ file }) => file === entry.file);
  const candidates = inFile.length > 0 ? inFile : all;
  const inNamespace = candidates.filter(({ namespace }) => namespace === entry.namespace);
  return inNamespace.length > 0 ? inNamespace : candidates;
}
