import { leavesOf } from '../../data/leaves.ts';
import { isMapping, type Path, textAt, textEntriesAt, textsAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import { compileRe2 } from '../../kubernetes/re2.ts';
import type { SourceFact } from '../effect/fact.ts';
import { type ImageRule, imageRule, type NameRule } from '../effect/rule-values.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { type CapsuleTenant, fields, fieldsBelow, inAll } from './scope.ts';

/** The rules on classes and registries. */
export function classRuleFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  return Object.entries(classFields).flatMap(([path, rule]) => classFacts(tenant, path.split('.'), rule));
}

/** Names of rules as every model and the render use them. */
const classFields: Readonly<Record<string, string>> = {
  'spec.storageClasses': 'storage classes',
  'spec.ingressOptions.allowedClasses': 'ingress classes',
  'spec.priorityClasses': 'priority classes',
  'spec.runtimeClasses': 'runtime classes',
  'spec.deviceClasses': 'device classes',
  'spec.gatewayOptions.allowedClasses': 'gateway classes',
  'spec.containerRegistries': 'image registries',
};

/**
 * Capsule allows the listed names and the default one, those that match an expression, and those with matching labels. The
 * status and the classes in the export show which these are.
 */
function classFacts(tenant: CapsuleTenant, path: Path, rule: string): readonly SourceFact[] {
  const { source } = tenant;
  const given = valueAt(source.body, ...path);
  if (!isMapping(given)) return [];
  const from = Object.keys(given).length === 0 ? fields(source, path) : fieldsBelow(tenant, path, given);
  const standard = textAt(given, 'default');
  const value = rule === 'image registries' ? imagesOf(given) : namesOf(given, tenant, rule);
  const fill = `Capsule fills in ${standard} where an object names none of the ${rule}`;
  const later = `Capsule also allows ${rule} that match later`;
  const open = ['allowedRegex', 'matchLabels', 'matchExpressions'].filter((field) => !isEmpty(given[field]));
  return [
    ...inAll(tenant, (namespace) => ({ aspect: 'rule', namespace, rule, value, from })),
    ...(standard === ''
      ? []
      : [{ aspect: 'behaviour' as const, text: fill, from: fields(source, [...path, 'default']) }]),
    ...open.map((field) => ({ aspect: 'behaviour' as const, text: later, from: fields(source, [...path, field]) })),
  ];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (typeof value === 'object' && leavesOf(value).length === 0);
}

/** Capsule rejects images without a registry. */
function imagesOf(given: Readonly<Record<string, unknown>>): ImageRule {
  const pattern = textAt(given, 'allowedRegex');
  return { ...imageRule(textsAt(given, 'allowed'), false), ...(pattern === '' ? {} : { pattern }) };
}

/** The names that are allowed today. */
function namesOf(given: Readonly<Record<string, unknown>>, tenant: CapsuleTenant, rule: string): NameRule {
  const { kind = '', status = '' } = classKinds[rule] ?? {};
  const stated = [...textsAt(given, 'allowed'), textAt(given, 'default')].filter((name) => name !== '');
  const selector = readSelector({ matchLabels: given['matchLabels'], matchExpressions: given['matchExpressions'] });
  const isSelecting = !isEmpty(given['matchLabels']) || !isEmpty(given['matchExpressions']);
  const pattern = compileRe2(textAt(given, 'allowedRegex') || '^$');
  const found = tenant.classes.filter(
    (one) =>
      one.kind === kind &&
      (('re2' in pattern && pattern.re2.test(one.name)) ||
        (isSelecting && selector && selects(selector, labelsOf(one)))),
  );
  const names = [
    ...stated,
    ...found.map(({ name }) => name),
    ...textsAt(tenant.source.body, 'status', 'classes', status),
  ];
  return { names: [...new Set(names)].sort() };
}

function labelsOf({ body }: ExportedObject): Readonly<Record<string, string>> {
  return Object.fromEntries(textEntriesAt(body, 'metadata', 'labels'));
}

/** The kinds of classes, and the lists of the status with those that match. */
const classKinds: Readonly<Record<string, { readonly kind: string; readonly status: string }>> = {
  'storage classes': { kind: 'StorageClass', status: 'storage' },
  'ingress classes': { kind: 'IngressClass', status: 'ingress' },
  'priority classes': { kind: 'PriorityClass', status: 'priority' },
  'runtime classes': { kind: 'RuntimeClass', status: 'runtime' },
  'device classes': { kind: 'DeviceClass', status: 'device' },
  'gateway classes': { kind: 'GatewayClass', status: 'gateway' },
};
