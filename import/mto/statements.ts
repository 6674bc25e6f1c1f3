import type { KindId } from '../../build/contracts.ts';
import { leavesOf } from '../../data/leaves.ts';
import type { Path } from '../../data/tree.ts';
import type { FieldReference, SourceFact } from '../effect/fact.ts';
import { resourceLabel } from '../effect/statements.ts';
import { isStated, statedEffect } from './stated-effects.ts';
import type { MtoResource } from './written.ts';

/** The fields with an effect that the model computes, even if they have no effect in this export. */
const modeled: Partial<Readonly<Record<KindId, readonly string[]>>> = {
  'mto-tenant': ['spec.accessControl', 'spec.namespaces', 'spec.quota', 'spec.storageClasses', 'spec.ingressClasses'],
  'mto-quota': ['spec'],
  'mto-template': ['parameters', 'resources.manifests'],
  'mto-template-instance': ['spec.template', 'spec.parameters'],
  'mto-cluster-template-instance': ['spec.template', 'spec.parameters', 'spec.selector'],
  'mto-integration-config': ['spec.accessControl.rbac', 'spec.metadata.namespaces', 'spec.metadata.sandboxes'],
};

/** Every field of a supervisor has an effect: an empty schedule puts workloads to sleep immediately. */
const supervisors: readonly KindId[] = ['mto-resource-supervisor', 'mto-cluster-resource-supervisor'];

/**
 * Each field stays in its resource. If the model computes no effect of a field, the report states this, because an
 * equal file does not prove an equal effect.
 */
export function statementsOf(resources: readonly MtoResource[], effects: readonly SourceFact[]): readonly SourceFact[] {
  const known = new Set(effects.flatMap(({ from }) => from.map(keyOf)));
  return resources.flatMap((resource) => statements(resource, known));
}

/** `known` contains the fields with an effect that the model computes. */
function statements(resource: MtoResource, known: ReadonlySet<string>): readonly SourceFact[] {
  const isKnown = ({ source, path }: FieldReference) =>
    [...path.keys(), path.length].some((depth) => known.has(keyOf({ source, path: path.slice(0, depth) })));
  const label = resourceLabel(resource.body);
  return leavesOf(resource.body).flatMap(({ path, value }): readonly SourceFact[] => {
    const field = resource.field(path);
    const statement: SourceFact = { aspect: 'statement', resource: label, path, value, from: [field] };
    const isSupervisor = supervisors.includes(resource.id) && path[0] === 'spec';
    const isOff = !isSupervisor && !isEffective(path, value) && !isStated(resource.id, path);
    const isSilent = isOff || field.path[0] === 'metadata' || isModeled(resource.id, path);
    if (isSilent || isKnown(field)) return [statement];
    return [statement, { aspect: 'behavior', ...statedEffect(resource.id, path), from: [field] }];
  });
}

function isModeled(id: KindId, path: Path): boolean {
  const text = `${path.join('.')}.`;
  return (modeled[id] ?? []).some((field) => text.startsWith(`${field}.`)) && path.at(-1) !== 'onDeletePurgeNamespaces';
}

function keyOf({ source, path }: FieldReference): string {
  return JSON.stringify([source.origin.file, source.origin.document, source.origin.base, path]);
}

/**
 * False for names, metadata, descriptions, disabled switches and empty values. They have no effect by themselves, except that
 * disabled switches and empty strings have an effect in lists and in values of charts.
 */
function isEffective(path: Path, value: unknown): boolean {
  const isHead = ['apiVersion', 'kind', 'metadata'].includes(String(path[0]));
  const isInList = path.includes('values') || path.some((step) => typeof step === 'number');
  const isOff = (!isInList && (value === false || value === '')) || (typeof value === 'object' && value !== null);
  return !isHead && !isOff && path.at(-1) !== 'desc';
}
