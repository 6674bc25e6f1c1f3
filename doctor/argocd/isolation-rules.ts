import { listAt, mappingAt, textAt } from '../../data/tree.ts';
import { readDocuments } from '../../leasehold.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ApplicationObject } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { compileGlob, matches } from './glob.ts';
import { entriesOf, ignoredFields, isolates } from './ignored-fields.ts';
import { type IsolatingKind, isolatingKinds, mainKinds, optionalKinds, requiredKinds } from './isolating-kinds.ts';

/**
 * Finds filters that exclude isolating objects: Argo CD neither applies nor prunes resources that resource.exclusions
 * matches, or that resource.inclusions does not match [sources: argocd-29].
 */
export function exclusionRules(settings: ConfigObject): readonly Finding[] {
  const excluded = filtersIn(settings, 'resource.exclusions');
  const included = filtersIn(settings, 'resource.inclusions');
  const isExcluded = (kind: IsolatingKind) => excluded.some((filter) => covers(filter, kind));
  const isLeftOut = (kind: IsolatingKind) => included.length > 0 && !included.some((filter) => covers(filter, kind));
  return [
    ...ignoredKinds(settings, 'exclusions', isExcluded),
    ...ignoredKinds(settings, 'inclusions', (kind) => !isExcluded(kind) && isLeftOut(kind)),
  ];
}

/** With respectRBAC, Argo CD skips the kinds that its account cannot list. Otherwise it fails to compare [sources: argocd-42]. */
export function permissionRules(settings: ConfigObject): readonly Finding[] {
  const key = 'resource.respectRBAC';
  const value = textAt(settings.body, 'data', key);
  if (value !== 'strict' && value !== 'normal') return [];
  const message = `with ${value}, Argo CD does not prune objects of kinds that its account cannot list, and reports no error`;
  const fix = 'remove it, and name the kinds that Argo CD must not read in resource.exclusions';
  return [warning(settings, { path: `data["${key}"]`, message, fix })];
}

function ignoredKinds(
  settings: ConfigObject,
  filter: 'exclusions' | 'inclusions',
  isIgnored: (kind: IsolatingKind) => boolean,
): readonly Finding[] {
  const path = `data["resource.${filter}"]`;
  const fixFor = (kinds: string) =>
    filter === 'exclusions'
      ? `change resource.exclusions so that it does not match ${kinds}`
      : `add ${kinds} to resource.inclusions`;
  const required = requiredKinds.filter(isIgnored).map(([, kind]) => {
    const message = `Argo CD ignores every ${kind}, so tenants get none`;
    return error(settings, { path, message, fix: fixFor(kind) });
  });
  const optional = optionalKinds.filter(isIgnored);
  if (optional.length === 0) return required;
  const { names } = mainKinds(optional);
  const message = `Argo CD ignores ${names}, so it does not apply those that leasehold renders to isolate tenants`;
  return [...required, warning(settings, { path, message, fix: fixFor('the kinds that your tenants use') })];
}

function filtersIn(settings: ConfigObject, key: string): readonly unknown[] {
  const text = textAt(settings.body, 'data', key);
  const [document] = readDocuments([{ path: settings.file, text: `items:\n${text.replace(/^/gm, '  ')}\n` }]);
  return listAt(document?.body, 'items');
}

/**
 * Whether a filter matches the kind, or a kind of the group. An empty list matches everything. Groups can be globs, but a kind
 * is exact or `*` [sources: argocd-29].
 */
function covers(filter: unknown, [group, kind]: IsolatingKind): boolean {
  const [kinds, groups] = [entriesOf(filter, 'kinds'), entriesOf(filter, 'apiGroups')];
  const isKind = kind === '*' || kinds.length === 0 || kinds.includes('*') || kinds.includes(kind);
  return isKind && (groups.length === 0 || groups.some((glob) => matches(glob, group)));
}

const customizations = 'resource.customizations';

/**
 * Finds settings that hide differences of isolating objects in every Application, in a key for each kind or in the older form
 * with a single key [sources: argocd-31].
 */
export function ignoredSettings(settings: ConfigObject): readonly Finding[] {
  const prefix = `${customizations}.ignoreDifferences.`;
  const keys = Object.keys(mappingAt(settings.body, 'data')).filter((key) => key.startsWith(prefix));
  const read = (key: string) => readIn(settings, textAt(settings.body, 'data', key));
  const entries = Object.entries(mappingAt(read(customizations)));
  return [
    ...keys.flatMap((key) => ignoredIn(settings, key, key.slice(prefix.length).replace('_', '/'), read(key))),
    ...entries.flatMap(([name, one]) => {
      const texts = Object.entries(mappingAt(one)).filter(([field]) => field.toLowerCase() === 'ignoredifferences');
      return texts.flatMap(([, text]) => ignoredIn(settings, customizations, name, readIn(settings, String(text))));
    }),
  ];
}

function readIn({ file }: ConfigObject, text: string): unknown {
  return readDocuments([{ path: file, text }])[0]?.body;
}

/** `name` is `kind`, `group/kind` with globs, or `all`. */
function ignoredIn(settings: ConfigObject, key: string, name: string, ignore: unknown): readonly Finding[] {
  const [kindGlob = '', groupGlob = ''] = name.split('/').reverse();
  const isOfType = typeMatcher(groupGlob, kindGlob);
  const types = isolatingKinds.filter((type) => name === 'all' || isOfType(type));
  return hiddenFields(settings, ignore, `data["${key}"]`, types);
}

/** Finds settings of an Application that hide differences of isolating objects. */
export function ignoredInApplication(application: ApplicationObject): readonly Finding[] {
  const path = `${application.root}.ignoreDifferences`;
  return listAt(application.spec, 'ignoreDifferences').flatMap((one, index) => {
    const types = isolatingKinds.filter(concernMatcher(one));
    return hiddenFields(application, one, `${path}[${index}]`, types);
  });
}

/**
 * Matches the types that the entry applies to. The namespace and name of an entry must equal those of the object, without
 * globs [sources: argocd-31].
 */
function concernMatcher(entry: unknown): TypeMatcher {
  const stated = textAt(entry, 'kind');
  const isOfNamespace = textAt(entry, 'namespace') !== '';
  // An entry with a name that applies to several kinds and lists no fields is about a workload.
  if (stated.includes('*') && textAt(entry, 'name') !== '' && ignoredFields(entry).length === 0) return () => false;
  const isOfType = typeMatcher(textAt(entry, 'group'), stated);
  return (type) => !(isOfNamespace && type[1] === 'Namespace') && isOfType(type);
}

type TypeMatcher = (type: IsolatingKind) => boolean;

function typeMatcher(groupGlob: string, kindGlob: string): TypeMatcher {
  const [isGroup, isKind] = [compileGlob(groupGlob), compileGlob(kindGlob)];
  return ([group, kind]) => isGroup(group) && (kind === '*' || isKind(kind));
}

function hiddenFields(
  subject: ConfigObject,
  ignore: unknown,
  path: string,
  types: readonly IsolatingKind[],
): readonly Finding[] {
  const fields = ignoredFields(ignore);
  const isManager = entriesOf(ignore, 'managedFieldsManagers').some((one) => one !== 'leasehold-asleep');
  const hidden = types.filter(([, kind]) => fields.some((field) => isolates(field, kind)));
  const found = hidden.length > 0 || !isManager ? hidden : types;
  if (found.length === 0) return [];
  const { names, isRequired } = mainKinds(found);
  const message = `Argo CD does not revert changes to ${names} objects in the cluster`;
  const report = hidden.length > 0 && isRequired ? error : warning;
  return [report(subject, { path, message, fix: `do not ignore differences in ${names} objects` })];
}
