import { listed } from '../../data/listed.ts';
import { listAt, mappingAt, textAt } from '../../data/tree.ts';
import { readDocuments } from '../../leasehold.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ApplicationObject } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { entriesOf, ignoredFields, isolates } from './ignored-fields.ts';

/** The kinds of objects that isolate tenants. Argo CD must see and correct each of them. */
const isolation = [
  ['', 'Namespace'],
  ['', 'ResourceQuota'],
  ['', 'LimitRange'],
  ['networking.k8s.io', 'NetworkPolicy'],
  ['rbac.authorization.k8s.io', 'RoleBinding'],
] as const;

/**
 * Finds filters that exclude isolating objects: Argo CD neither applies nor prunes resources that resource.exclusions
 * matches, or that resource.inclusions does not match [sources: argocd-29].
 */
export function exclusionRules(settings: ConfigObject): readonly Finding[] {
  const excluded = filtersIn(settings, 'resource.exclusions');
  const included = filtersIn(settings, 'resource.inclusions');
  return isolation.flatMap(([group, kind]) => {
    const covered = (filter: unknown) => covers(filter, group, kind);
    const isExcluded = excluded.some(covered);
    if (!isExcluded && (included.length === 0 || included.some(covered))) return [];
    const finding = {
      path: `data["resource.${isExcluded ? 'exclusions' : 'inclusions'}"]`,
      message: `Argo CD ignores every ${kind}, so tenants get none`,
      fix: isExcluded
        ? `change resource.exclusions so that it does not match ${kind}`
        : `add ${kind} to resource.inclusions`,
    };
    return [error(settings, finding)];
  });
}

function filtersIn(settings: ConfigObject, key: string): readonly unknown[] {
  const text = textAt(settings.body, 'data', key);
  const [document] = readDocuments([{ path: settings.file, text: `items:\n${text.replace(/^/gm, '  ')}\n` }]);
  return listAt(document?.body, 'items');
}

/** An empty list matches everything. Groups can be globs, but a kind is exact or `*` [sources: argocd-29]. */
function covers(filter: unknown, group: string, kind: string): boolean {
  const [kinds, groups] = [entriesOf(filter, 'kinds'), entriesOf(filter, 'apiGroups')];
  const isKind = kinds.length === 0 || kinds.includes('*') || kinds.includes(kind);
  return isKind && (groups.length === 0 || groups.some((glob) => matches(glob, group)));
}

/** Matches Argo CD's globs. Only the asterisk is supported. */
export function matches(glob: string, value: string): boolean {
  const parts = glob.split('*');
  if (parts.length === 1) return glob === value;
  const [start = '', ...rest] = parts;
  const end = rest.at(-1) ?? '';
  if (!value.startsWith(start) || !value.endsWith(end) || value.length < start.length + end.length) return false;
  let from = start.length;
  for (const part of rest.slice(0, -1)) {
    const at = value.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= value.length - end.length;
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
  const types = isolation.filter(
    ([group, kind]) => name === 'all' || (matches(groupGlob, group) && matches(kindGlob, kind)),
  );
  return hiddenFields(settings, ignore, `data["${key}"]`, types);
}

/** Finds settings of an Application that hide differences of isolating objects. */
export function ignoredInApplication(application: ApplicationObject): readonly Finding[] {
  const path = `${application.root}.ignoreDifferences`;
  return listAt(application.spec, 'ignoreDifferences').flatMap((one, index) => {
    const types = isolation.filter((type) => concerns(one, type));
    return hiddenFields(application, one, `${path}[${index}]`, types);
  });
}

/**
 * True if the entry applies to the type. The namespace and name of an entry must equal those of the object, without
 * globs [sources: argocd-31].
 */
function concerns(entry: unknown, [group, kind]: (typeof isolation)[number]): boolean {
  const stated = textAt(entry, 'kind');
  const isOfNamespace = textAt(entry, 'namespace') !== '';
  if (isOfNamespace && kind === 'Namespace') return false;
  // An entry with a name that applies to several kinds and lists no fields is about a workload.
  if (stated !== kind && textAt(entry, 'name') !== '' && ignoredFields(entry).length === 0) return false;
  return matches(textAt(entry, 'group'), group) && matches(stated, kind);
}

function hiddenFields(
  subject: ConfigObject,
  ignore: unknown,
  path: string,
  types: readonly (typeof isolation)[number][],
): readonly Finding[] {
  const fields = ignoredFields(ignore);
  const isManager = entriesOf(ignore, 'managedFieldsManagers').some((one) => one !== 'leasehold-asleep');
  const hidden = types.filter(([, kind]) => fields.some((field) => isolates(field, kind)));
  const found = hidden.length > 0 || !isManager ? hidden : types;
  if (found.length === 0) return [];
  const kinds = listed(found.map(([, kind]) => kind));
  const what = found.length === 1 ? `a ${kinds}` : `${kinds} objects`;
  const message = `Argo CD does not revert changes to ${what} in the cluster`;
  const report = hidden.length > 0 ? error : warning;
  return [report(subject, { path, message, fix: `do not ignore differences in ${kinds} objects` })];
}
