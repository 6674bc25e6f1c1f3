import { leavesOf } from '../../data/leaves.ts';
import { isMapping, type Path, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { advice } from '../effect/advice.ts';
import type { SourceFact } from '../effect/fact.ts';
import { type ImageRule, imageRule, type NameRule } from '../effect/rule-values.ts';
import { type AllowedList, classWebhook, isListed, isSelecting, registryWebhook } from './class-webhooks.ts';
import { literalsOf } from './patterns.ts';
import { type CapsuleTenant, fields, fieldsBelow, inAll } from './scope.ts';

/** The rules for classes and registries. */
export function classRuleFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  return Object.entries(classFields).flatMap(([path, rule]) => classFacts(tenant, path.split('.'), rule));
}

/** The names of the rules in models, by field. */
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
 * Capsule allows the listed names, the default name, names that match an expression, and classes with matching labels.
 * The status and the classes in the export show the names that match today.
 */
function classFacts(tenant: CapsuleTenant, path: Path, rule: string): readonly SourceFact[] {
  const { source } = tenant;
  const given = valueAt(source.body, ...path);
  if (!isMapping(given)) return [];
  const from = Object.keys(given).length === 0 ? fields(source, path) : fieldsBelow(tenant, path, given);
  const isRegistry = rule === 'image registries';
  const list = listOf(tenant, given, rule);
  const value = isRegistry ? imagesOf(given) : namesOf(list, rule);
  const rejects = isRegistry ? registryWebhook(list) : classWebhook(rule, list);
  const names = value?.names ?? [];
  const isUnknown = !isRegistry && hasUnknownClasses(list);
  const examples = [...names, ...textsAt(given, 'allowed'), ...list.classes.map(({ name }) => name)];
  return [
    ...inAll(tenant, (namespace) => ({
      aspect: 'rule',
      namespace,
      rule,
      ...(value ? { value } : { value: {}, isUnknown: true }),
      from,
      advice: isUnknown ? advice.exportClasses(classKinds[rule]?.kind ?? '') : undefined,
      ...(rejects ? { rejects, examples } : {}),
    })),
    ...laterFacts(tenant, { path, rule, given, isUnknown, isStated: isRegistry ? names.length > 0 : !!value }),
  ];
}

/**
 * The list of a field with the classes that it can match. Reads matching classes from the status only if the export contains no
 * class of the kind.
 */
function listOf({ source, classes: all }: CapsuleTenant, given: Tree, rule: string): AllowedList {
  const { kind, status = '' } = classKinds[rule] ?? {};
  const classes = all.filter((one) => one.kind === kind);
  return { given, classes, matching: classes.length > 0 ? [] : textsAt(source.body, 'status', 'classes', status) };
}

interface StatedList {
  readonly path: Path;
  readonly rule: string;
  readonly given: Tree;
  /** True if classes that the export does not contain may match. */
  readonly isUnknown: boolean;
  /** True if the render can contain a list of names. */
  readonly isStated: boolean;
}

/** What Capsule does with objects and classes that users create later. */
function laterFacts({ source }: CapsuleTenant, list: StatedList): readonly SourceFact[] {
  const { path, rule, given, isUnknown, isStated } = list;
  const standard = textAt(given, 'default');
  const fill = `Capsule fills in ${standard} if an object names no class`;
  const isNow = isUnknown || rule === 'image registries';
  const later = (field: string) =>
    `Capsule also allows ${rule} that match the ${field === 'allowedRegex' ? 'expression' : 'selector'}${isNow ? '' : ' later'}`;
  const missing = 'Capsule also rejects Gateways of classes that do not exist';
  const isLiteral = literalsOf(textAt(given, 'allowedRegex')) !== undefined;
  const open = ['allowedRegex', 'matchLabels', 'matchExpressions']
    .filter((field) => !isEmpty(given[field]))
    .filter((field) => !(field === 'allowedRegex' && isLiteral));
  const behavior = (text: string, field: string): SourceFact => ({
    aspect: 'behavior',
    text,
    from: fields(source, [...path, field]),
  });
  return [
    ...(standard === '' ? [] : [behavior(fill, 'default')]),
    ...(rule === 'gateway classes' && !isEmpty(given['allowed']) ? [behavior(missing, 'allowed')] : []),
    ...(isStated ? open : []).map((field) => ({
      ...behavior(later(field), field),
      instead: 'narrower' as const,
      advice: isUnknown ? advice.exportClasses(classKinds[rule]?.kind ?? '') : undefined,
    })),
  ];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (typeof value === 'object' && leavesOf(value).length === 0);
}

/**
 * The allowed registries. A name with a slash allows nothing, because Capsule compares only the part before the first
 * slash.
 */
function imagesOf(given: Tree): ImageRule {
  const pattern = textAt(given, 'allowedRegex');
  const literals = literalsOf(pattern);
  const names = [...textsAt(given, 'allowed').filter((name) => !name.includes('/')), ...(literals ?? [])];
  return { ...imageRule(names, false), ...(pattern === '' || literals ? {} : { pattern }) };
}

/** True if an expression or a selector of the list may match classes that the export does not contain. */
function hasUnknownClasses(list: AllowedList): boolean {
  const pattern = textAt(list.given, 'allowedRegex');
  const isOpen = (pattern !== '' && literalsOf(pattern) === undefined) || isSelecting(list);
  return isOpen && list.classes.length === 0 && list.matching.length === 0;
}

/**
 * The names that are allowed today. Includes the empty name if Capsule allows pods without a class. Undefined if no name is
 * known but unknown classes may match, because an empty list would reject everything.
 */
function namesOf(list: AllowedList, rule: string): NameRule | undefined {
  const { given, classes, matching } = list;
  const { mayBeAbsent = false } = classKinds[rule] ?? {};
  const stated = [...textsAt(given, 'allowed'), textAt(given, 'default')].filter((name) => name !== '');
  const names = [
    ...(mayBeAbsent ? [''] : []),
    ...stated,
    ...classes.map(({ name }) => name).filter((name) => isListed(name, list)),
    ...(literalsOf(textAt(given, 'allowedRegex')) ?? []),
    ...matching,
  ];
  if (names.every((name) => name === '') && hasUnknownClasses(list)) return undefined;
  return { names: [...new Set(names)].sort() };
}

interface ClassKind {
  readonly kind: string;
  /** The list in the status that contains the matching classes. */
  readonly status: string;
  /** True if pods without a class are allowed. */
  readonly mayBeAbsent?: true;
}

const classKinds: Readonly<Record<string, ClassKind>> = {
  'storage classes': { kind: 'StorageClass', status: 'storage' },
  'ingress classes': { kind: 'IngressClass', status: 'ingress' },
  'priority classes': { kind: 'PriorityClass', status: 'priority', mayBeAbsent: true },
  'runtime classes': { kind: 'RuntimeClass', status: 'runtime', mayBeAbsent: true },
  'device classes': { kind: 'DeviceClass', status: 'device' },
  'gateway classes': { kind: 'GatewayClass', status: 'gateway' },
};
