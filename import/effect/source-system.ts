import type { InertField } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import type { OutputResource } from '../resources/output.ts';
import type { SourceFact } from './fact.ts';

/** A tenant of the source system. */
export interface SourceTenant {
  readonly name: string;
  /** The namespaces in the export. */
  readonly namespaces: readonly string[];
  /** A name that no namespace has. The facts about it state what a namespace gets that somebody adds later. */
  readonly newNamespace: string;
}

/** What the source operator does in the cluster of the export, according to its documentation and its code. */
export interface SourceModel {
  readonly tenants: readonly SourceTenant[];
  readonly facts: readonly SourceFact[];
  /** Fields without an effect that a render could have. */
  readonly inert: readonly InertField[];
  /** What changes for everybody without a field that states it, such as what happens on deletion. */
  readonly notices: readonly string[];
}

/** A system to import from. */
export interface SourceSystem {
  readonly title: string;
  /** The resources that an import needs, as kubectl names them. Never Secrets. */
  readonly resources: readonly string[];
  /** The further resources that objects of the first ones name, such as kinds that the operator copies. */
  readonly namedResources?: (objects: readonly ExportedObject[]) => readonly string[];
  /** The annotations that decide where the operator copies a Secret. */
  readonly secretAnnotations?: readonly string[];
  /** The API groups of its resources. */
  readonly groups: readonly string[];
  readonly model: (objects: readonly ExportedObject[]) => SourceModel;
  /** The resources to write. */
  readonly plan: (model: SourceModel, objects: readonly ExportedObject[]) => readonly OutputResource[];
}

/** The name of the namespaces that somebody adds later to the tenant with the index. */
export function newNamespace(index: number): string {
  return `leasehold-new-namespace-${index + 1}`;
}

export function isNewNamespace(name: string): boolean {
  return /^leasehold-new-namespace-[0-9]+$/.test(name);
}
