import { listed } from '../../data/listed.ts';
import { listAt, mappingAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { readDocuments } from '../../leasehold.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ApplicationObject } from './application.ts';
import type { ConfigObject } from './config-object.ts';

/** The kinds of objects that isolate tenants. Argo CD must see and correct each of them. */
const isolation = [
  ['', 'Namespace'],
  ['', 'ResourceQuota'],
  ['', 'LimitRange'],
  ['networking.k8s.io', 'NetworkPolicy'],
  ['rbac.authorization.k8s.io', 'RoleBinding'],
] as const;

/**
 * Argo CD neither applies nor prunes resources that resource.exclusions matches, or that resource.inclusions does not match
 * [sources: argocd-29].
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

function covers(filter: unknown, group: string, kind: string): boolean {
  const has = (field: string, value: string) => textsAt(filter, field).some((glob) => matches(glob, value));
  const kinds = valueAt(filter, 'kinds') === undefined || has('kinds', kind);
  return kinds && (valueAt(filter, 'apiGroups') === undefined || has('apiGroups', group));
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

/** Finds settings that hide differences of isolating objects in every Application. */
export function ignoredSettings(settings: ConfigObject): readonly Finding[] {
  const prefix = 'resource.customizations.ignoreDifferences.';
  const keys = Object.keys(mappingAt(settings.body, 'data')).filter((key) => key.startsWith(prefix));
  return keys.flatMap((key) => {
    const name = key.slice(prefix.length);
    const types = isolation.filter(
      ([group, one]) => name === 'all' || name === (group === '' ? one : `${group}_${one}`),
    );
    const [document] = readDocuments([{ path: settings.file, text: textAt(settings.body, 'data', key) }]);
    return hiddenSpec(settings, document?.body, `data["${key}"]`, types);
  });
}

/** Finds settings of an Application that hide differences of isolating objects. */
export function ignoredInApplication(application: ApplicationObject): readonly Finding[] {
  const path = `${application.root}.ignoreDifferences`;
  return listAt(application.spec, 'ignoreDifferences').flatMap((one, index) => {
    const types = isolation.filter((type) => concerns(one, type));
    return hiddenSpec(application, one, `${path}[${index}]`, types);
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
  if (stated !== kind && textAt(entry, 'name') !== '' && fieldsOf(entry).length === 0) return false;
  return matches(textAt(entry, 'group'), group) && matches(stated, kind);
}

function fieldsOf(entry: unknown): readonly string[] {
  return [...textsAt(entry, 'jsonPointers'), ...textsAt(entry, 'jqPathExpressions')];
}

function hiddenSpec(
  subject: ConfigObject,
  ignore: unknown,
  path: string,
  types: readonly (typeof isolation)[number][],
): readonly Finding[] {
  const isSpec = fieldsOf(ignore).some((field) => /^[/.]?(?:$|(?:spec|subjects|roleRef|rules)\b)/.test(field));
  const isManager = listAt(ignore, 'managedFieldsManagers').some((one) => one !== 'leasehold-asleep');
  if (types.length === 0 || (!isSpec && !isManager)) return [];
  const kinds = listed(types.map(([, kind]) => kind));
  const what = types.length === 1 ? `a ${kinds}` : `${kinds} objects`;
  const message = `Argo CD does not revert changes to ${what} in the cluster`;
  const report = isSpec ? error : warning;
  return [report(subject, { path, message, fix: `do not ignore differences in ${kinds} objects` })];
}
