import { listAt, type Path, textAt, textEntriesAt } from '../../data/tree.ts';
import { sandboxKind } from '../../kinds/mto/integration/keys.ts';
import { itemOf, type NamedBody } from '../../kinds/mto/tenant/listed-namespaces.ts';
import { finalMetadata, type MetadataSettings, type NamespaceMetadata } from '../../kinds/mto/tenant/metadata.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import { keptEntry, type Ledger } from '../ledger/ledger.ts';
import { addItem, type FieldLocation, type OutputResource, setField } from '../ledger/output.ts';

/** A Namespace of the export with the Tenant that renders it. */
export interface ImportedNamespace {
  readonly source: ExportedObject;
  readonly tenant: OutputResource;
  /** The user of a sandbox. */
  readonly user?: string | undefined;
  /** Metadata that the IntegrationConfig sets for all tenants; none when the export has no IntegrationConfig. */
  readonly settings?: MetadataSettings;
}

const fields = ['labels', 'annotations'] as const;

/**
 * Records the labels and annotations of a namespace. `keep` writes those that the Tenant does not set. Those that the
 * Tenant sets to another value are lost, because the next sync overwrites them.
 */
export function recordMetadata(rendered: ImportedNamespace, ledger: Ledger, keep: KeepMetadata): void {
  const { source } = rendered;
  const implied = impliedMetadata(rendered);
  for (const field of fields) {
    for (const [key, value] of textEntriesAt(source.body, 'metadata', field)) {
      const path = ['metadata', field, key];
      if (ledger.isRecorded(source, path)) continue;
      const given = implied[field][key];
      if (given === value) ledger.record(source, path, { fidelity: 'exact', how: 'the Tenant says so for it' });
      else if (given !== undefined) {
        const how = `the Tenant says "${given}", which is what will be there; change it in the Tenant`;
        ledger.record(source, path, { fidelity: 'lost', how });
      } else ledger.record(source, path, keptEntry(keep(field, key, value)));
    }
  }
}

export type KeepMetadata = (field: (typeof fields)[number], key: string, value: string) => FieldLocation | undefined;

/** Lists a namespace in its Tenant, with the metadata that only it has. */
export function recordNamespace(rendered: ImportedNamespace, ledger: Ledger): void {
  const { source, tenant } = rendered;
  const how = 'its Tenant lists it';
  for (const path of [['apiVersion'], ['kind']]) ledger.record(source, path, { fidelity: 'exact', how });
  recordListed(source, tenant, ledger);
  ledger.record(source, ['spec'], { fidelity: 'cluster' });
  recordMetadata(rendered, ledger, keepInTenant(rendered));
}

/** Lists the namespace with the object's name in the Tenant, and records the name. */
export function recordListed(source: ExportedObject, tenant: OutputResource, ledger: Ledger): void {
  const to = listNamespace(tenant, source.name);
  const isPrefixed = to?.path.includes('withTenantPrefix');
  ledger.record(
    source,
    ['metadata', 'name'],
    keptEntry(to, isPrefixed ? 'without the prefix of the Tenant' : undefined),
  );
}

/** Keeps metadata in the Tenant's entry for this namespace. */
export function keepInTenant({ tenant, source: { name } }: ImportedNamespace): KeepMetadata {
  return (field, key, value) => {
    const entry = specificPath(tenant, name);
    return entry && setField(tenant, [...entry, field, key], value);
  };
}

/** The path of the namespace's own entry in metadata.specific. Creates the entry if necessary. */
export function specificPath(tenant: OutputResource, namespace: string): Path | undefined {
  const base = ['spec', 'namespaces', 'metadata', 'specific'];
  const entries = listAt(tenant.body, ...base);
  const known = entries.findIndex((entry) => {
    const names = listAt(entry, 'namespaces');
    return names.length === 1 && names[0] === namespace;
  });
  if (known >= 0) return [...base, known];
  const entry = [...base, entries.length];
  return setField(tenant, [...entry, 'namespaces', 0], namespace) && entry;
}

/** The metadata that the Tenant sets for the namespace. */
export function impliedMetadata({ source, tenant, user, settings = noSettings }: ImportedNamespace): NamespaceMetadata {
  const own = namedBody(tenant);
  const item = user === undefined ? itemOf(own.name, source.name) : sandboxKind;
  return finalMetadata(own, { name: source.name, item, user, own: {} }, settings);
}

const noSettings: MetadataSettings = { namespaces: {}, sandboxes: {} };

/** A written Tenant with its name. */
export function namedBody({ body }: OutputResource): NamedBody {
  return { name: textAt(body, 'metadata', 'name'), body };
}

/** Lists a namespace in a Tenant, without the Tenant's prefix if it has the prefix. */
export function listNamespace(tenant: OutputResource, name: string): FieldLocation | undefined {
  const item = itemOf(textAt(tenant.body, 'metadata', 'name'), name);
  // The schema requires items of at least two characters.
  const isPrefixed = item !== name && /^[a-z0-9][-a-z0-9]*[a-z0-9]$/.test(item);
  const list = isPrefixed ? 'withTenantPrefix' : 'withoutTenantPrefix';
  return addItem(tenant, ['spec', 'namespaces', list], isPrefixed ? item : name);
}
