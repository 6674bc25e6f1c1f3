import { listAt, type Path, textAt, textEntriesAt } from '../../data/tree.ts';
import { sandboxKind } from '../../kinds/mto/integration/keys.ts';
import { itemOf, type NamedBody } from '../../kinds/mto/tenant/listed-namespaces.ts';
import { finalMetadata, type MetadataSettings, type NamespaceMetadata } from '../../kinds/mto/tenant/metadata.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import { keptAt, type Ledger } from '../ledger/ledger.ts';
import { addItem, type FieldLocation, type OutputResource, setField } from '../ledger/output.ts';

/** A Namespace of the export, and the Tenant that renders it from now on. */
export interface Rendered {
  readonly source: ExportedObject;
  readonly tenant: OutputResource;
  /** Whose sandbox it is. */
  readonly user?: string | undefined;
  /** Metadata that the IntegrationConfig sets for all tenants; none when the export has no IntegrationConfig. */
  readonly settings?: MetadataSettings;
}

const fields = ['labels', 'annotations'] as const;

/**
 * Judges the labels and annotations of a namespace. What does not follow from the Tenant is kept by `keep`; what the
 * Tenant says otherwise is lost, for the next sync would overwrite it.
 */
export function judgeMetadata(rendered: Rendered, ledger: Ledger, keep: Keep): void {
  const { source } = rendered;
  const implied = impliedMetadata(rendered);
  for (const field of fields) {
    for (const [key, value] of textEntriesAt(source.body, 'metadata', field)) {
      const path = ['metadata', field, key];
      if (ledger.isJudged(source, path)) continue;
      const given = implied[field][key];
      if (given === value) ledger.judge(source, path, { fidelity: 'exact', how: 'the Tenant says so for it' });
      else if (given !== undefined) {
        const how = `the Tenant says "${given}", which is what will be there; change it in the Tenant`;
        ledger.judge(source, path, { fidelity: 'lost', how });
      } else ledger.judge(source, path, keptAt(keep(field, key, value)));
    }
  }
}

export type Keep = (field: (typeof fields)[number], key: string, value: string) => FieldLocation | undefined;

/** Lists a namespace in its Tenant, with the metadata that is on it alone. */
export function judgeNamespace(rendered: Rendered, ledger: Ledger): void {
  const { source, tenant } = rendered;
  const how = 'its Tenant lists it';
  for (const path of [['apiVersion'], ['kind']]) ledger.judge(source, path, { fidelity: 'exact', how });
  judgeListed(source, tenant, ledger);
  ledger.judge(source, ['spec'], { fidelity: 'cluster' });
  judgeMetadata(rendered, ledger, keepInTenant(rendered));
}

/** Lists the namespace that an object is named after in the Tenant, and judges the name. */
export function judgeListed(source: Source, tenant: Draft, ledger: Ledger): void {
  const to = listNamespace(tenant, source.name);
  const isPrefixed = to?.path.includes('withTenantPrefix');
  ledger.judge(source, ['metadata', 'name'], keptAt(to, isPrefixed ? 'without the prefix of the Tenant' : undefined));
}

/** Keeps them as what the Tenant says for this namespace alone. */
export function keepInTenant({ tenant, source: { name } }: Rendered): Keep {
  return (field, key, value) => {
    const entry = specificPath(tenant, name);
    return entry && setField(tenant, [...entry, field, key], value);
  };
}

/** The entry of metadata.specific that is for this namespace alone; it is made when there is none. */
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

/** The metadata that the Tenant alone gives to the namespace. */
export function impliedMetadata({ source, tenant, user, settings = noSettings }: Rendered): NamespaceMetadata {
  const own = namedBody(tenant);
  const item = user === undefined ? itemOf(own.name, source.name) : sandboxKind;
  return finalMetadata(own, { name: source.name, item, user, own: {} }, settings);
}

const noSettings: MetadataSettings = { namespaces: {}, sandboxes: {} };

/** The Tenant that a draft describes. */
export function namedBody({ body }: Draft): NamedBody {
  return { name: textAt(body, 'metadata', 'name'), body };
}

/** How a Tenant lists a namespace: without the prefix of its own name where the namespace has that. */
export function listNamespace(tenant: OutputResource, name: string): FieldLocation | undefined {
  const item = itemOf(textAt(tenant.body, 'metadata', 'name'), name);
  // The pattern of a Tenant's items wants two characters.
  const isPrefixed = item !== name && /^[a-z0-9][-a-z0-9]*[a-z0-9]$/.test(item);
  const list = isPrefixed ? 'withTenantPrefix' : 'withoutTenantPrefix';
  return addItem(tenant, ['spec', 'namespaces', list], isPrefixed ? item : name);
}
