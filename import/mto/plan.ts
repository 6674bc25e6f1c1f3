import { contracts } from '../../build/contracts.ts';
import { leavesOf } from '../../data/leaves.ts';
import { isSame, listAt, type Path, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { mtoKindLabel, mtoTenantLabel } from '../../kinds/mto/integration/keys.ts';
import { clusterFields } from '../effect/inert.ts';
import type { SourceModel } from '../effect/source-system.ts';
import { addEnforcement } from '../plan/rules.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { createOutput, type ImportOutput, type OutputResource, setField } from '../resources/output.ts';
import { fileFor } from './file-for.ts';
import { managedKeys } from './metadata.ts';
import { type MtoNamespace, type MtoTenant, mtoTenants } from './scope.ts';
import { type MtoResource, writtenExport } from './written.ts';

/**
 * Writes the resources of MTO in their current versions. Metadata that only a namespace has is written to its Tenant or
 * to a separate file.
 */
export function planResources(
  { tenants, facts }: SourceModel,
  objects: readonly ExportedObject[],
): readonly OutputResource[] {
  const output = createOutput();
  const { resources } = writtenExport(objects);
  const files = new Map(resources.map((resource) => [resource, writeResource(resource, output)]));
  const settings = resources.find(({ id }) => id === 'mto-integration-config');
  for (const tenant of mtoTenants(resources, objects)) {
    const file = files.get(tenant.resource);
    for (const namespace of tenant.namespaces) {
      if (!namespace.source || !file) continue;
      if (namespace.isListed) addSpecific(namespace.source, namespace, { tenant, settings, file });
      else addNamespace(namespace.source, tenant.name, output);
    }
  }
  addEnforcement(tenants, facts, output);
  return output.resources;
}

function writeResource({ id, body, source, field }: MtoResource, output: ImportOutput): OutputResource {
  const { apiVersion, kind } = contracts[id];
  const resource = output.addResource(fileFor(id, body), apiVersion, kind);
  for (const { path, value } of leavesOf(body)) {
    // Conversions leave empty mappings for absent fields.
    const isStated = isSame(valueAt(source.body, ...field(path).path), value);
    if (isStated || typeof value !== 'object') setField(resource, path, value);
  }
  return resource;
}

interface Listing {
  readonly tenant: MtoTenant;
  readonly settings: MtoResource | undefined;
  readonly file: OutputResource;
}

/** Writes labels and annotations that MTO does not set to the Tenant's entry for the namespace. */
function addSpecific(source: ExportedObject, namespace: MtoNamespace, { tenant, settings, file }: Listing): void {
  const managed = new Set(managedKeys(namespace, tenant, settings).map(({ aspect, key }) => `${aspect} ${key}`));
  for (const aspect of ['label', 'annotation'] as const) {
    for (const [key, value] of ownEntries(source, aspect)) {
      if (managed.has(`${aspect} ${key}`)) continue;
      setField(file, [...specificPath(file, source.name), `${aspect}s`, key], value);
    }
  }
}

function ownEntries(source: ExportedObject, aspect: 'label' | 'annotation') {
  const field = `${aspect}s`;
  const cluster = clusterFields(source, () => false).map(({ path }) => JSON.stringify(path));
  return textEntriesAt(source.body, 'metadata', field).filter(
    ([key]) => !cluster.includes(JSON.stringify(['metadata', field, key])),
  );
}

/** The path of the entry in metadata.specific for this namespace alone. Creates the entry if necessary. */
function specificPath(file: OutputResource, namespace: string): Path {
  const base = ['spec', 'namespaces', 'metadata', 'specific'];
  const entries = listAt(file.body, ...base);
  const known = entries.findIndex((entry) => {
    const names = listAt(entry, 'namespaces');
    return names.length === 1 && names[0] === namespace;
  });
  const path = [...base, known >= 0 ? known : entries.length];
  setField(file, [...path, 'namespaces', 0], namespace);
  return path;
}

/**
 * Adds a namespace that belongs to the tenant by its label only. Keeps its kind label, and omits the other labels and
 * annotations that MTO derives.
 */
function addNamespace(source: ExportedObject, tenant: string, output: ImportOutput): void {
  const resource = output.addResource(`${tenant}/namespace-${source.name}.yaml`, 'v1', 'Namespace');
  setField(resource, ['metadata', 'name'], source.name);
  setField(resource, ['metadata', 'labels', mtoTenantLabel], tenant);
  const kind = textAt(source.body, 'metadata', 'labels', mtoKindLabel);
  for (const aspect of ['label', 'annotation'] as const)
    for (const [key, value] of ownEntries(source, aspect)) {
      const isDerived = key.startsWith('stakater.com/') && !(key === mtoKindLabel && kind !== '');
      if (!isDerived) setField(resource, ['metadata', `${aspect}s`, key], value);
    }
}
