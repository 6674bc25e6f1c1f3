import type { InertField } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import type { OutputResource } from '../resources/output.ts';
import type { Advice } from './advice.ts';
import type { SourceFact } from './fact.ts';

/** A tenant of the source system. */
export interface SourceTenant {
  readonly name: string;
  /** The existing namespaces, including those that the export only names. */
  readonly namespaces: readonly string[];
  /** A name that no existing namespace has. Facts about it describe namespaces that users add later. */
  readonly newNamespace: string;
}

/** The resources of an operator that stay as they are, and the objects that it created for them. */
export interface LiveObjects {
  readonly resources: readonly ExportedObject[];
  readonly created: readonly ExportedObject[];
  /** How to render fewer objects. */
  readonly advice: Advice | undefined;
}

/** What the source operator does in the exported cluster, according to its documentation and its code. */
export interface SourceModel {
  readonly tenants: readonly SourceTenant[];
  readonly facts: readonly SourceFact[];
  /** Fields without an effect that a render could reproduce. */
  readonly inert: readonly InertField[];
  /** Changes that affect all users and that no field expresses, such as the behavior on deletion. */
  readonly notices: readonly string[];
  /** Set if the render must have the same objects as the operator. */
  readonly live?: LiveObjects;
}

/** A system to import from. */
export interface SourceSystem {
  readonly title: string;
  /** The resources that an import needs, by their kubectl names. Never contains Secrets. */
  readonly resources: readonly string[];
  /** Additional resources that the exported objects refer to, such as kinds that the operator copies. */
  readonly namedResources?: (objects: readonly ExportedObject[]) => readonly string[];
  /** The annotations that control where the operator copies a Secret. */
  readonly secretAnnotations?: readonly string[];
  /** The API groups of its main resources, without which an import fails. */
  readonly groups: readonly string[];
  readonly model: (objects: readonly ExportedObject[]) => SourceModel;
  /** The resources to write. */
  readonly plan: (model: SourceModel, objects: readonly ExportedObject[]) => readonly OutputResource[];
}

/** The name of a namespace that users add later to the tenant with this index. */
export function newNamespace(index: number): string {
  return `leasehold-new-namespace-${index + 1}`;
}

/** Replaces the names of new namespaces, which only the comparison uses, in a text for users. */
export function withoutProbes(text: string): string {
  return text.replaceAll(/leasehold-new-namespace-[0-9]+/g, '<new namespace>');
}

export function isNewNamespace(name: string): boolean {
  return /^leasehold-new-namespace-[0-9]+$/.test(name);
}
