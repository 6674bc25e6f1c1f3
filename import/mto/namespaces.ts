import { mappingAt, textAt, textEntriesAt } from '../../data/tree.ts';
import { mtoKindLabel, mtoTenantLabel, sandboxKind } from '../../kinds/mto/integration/keys.ts';
import { listedNamespaces } from '../../kinds/mto/tenant/listed-namespaces.ts';
import type { MetadataSettings } from '../../kinds/mto/tenant/metadata.ts';
import { listedSandboxes } from '../../kinds/mto/tenant/sandboxes.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry } from '../ledger/ledger.ts';
import { type OutputResource, setField } from '../ledger/output.ts';
import {
  type ImportedNamespace,
  impliedMetadata,
  keepInTenant,
  namedBody,
  recordMetadata,
} from '../tenancy/namespace-metadata.ts';

/**
 * Imports the namespaces of Tenants. A Tenant renders the namespaces that it lists and the sandboxes of its users, and
 * gets the metadata that only they have. A namespace with a tenant label gets a file of its own.
 */
export function importNamespaces(run: ImportRun): void {
  const { objects, output, ledger } = run;
  const tenants = new Map(
    output.resources.filter(isTenantResource).map((resource) => [textAt(resource.body, 'metadata', 'name'), resource]),
  );
  const settings = settingsIn(output.resources);
  for (const source of objects.filter(({ group, kind }) => group === '' && kind === 'Namespace')) {
    const name = textAt(source.body, 'metadata', 'labels', mtoTenantLabel);
    const tenant = tenants.get(name);
    if (!tenant) {
      const missing = `its Tenant ${name} is not in the export; import both together`;
      const how = name === '' ? 'it belongs to no tenant; keep its manifest elsewhere' : missing;
      ledger.record(source, [], { fidelity: 'lost', how });
    } else importNamespace({ source, tenant, settings, user: userOf(source, objects, tenant) }, run);
  }
}

function isTenantResource({ body }: OutputResource): boolean {
  return body['kind'] === 'Tenant';
}

function settingsIn(resources: readonly OutputResource[]): MetadataSettings {
  const { body } = resources.find((draft) => draft.body['kind'] === 'IntegrationConfig') ?? {};
  const at = (field: string) => mappingAt(body, 'spec', 'metadata', field);
  return { namespaces: at('namespaces'), sandboxes: at('sandboxes') };
}

/** The user of a sandbox according to the status of its Tenant or, in an export without status, to its name. */
function userOf(
  { name }: ExportedObject,
  objects: readonly ExportedObject[],
  tenant: OutputResource,
): string | undefined {
  const owner = objects.find((source) => source.kind === 'Tenant' && source.name === namedBody(tenant).name);
  const sandboxes = textEntriesAt(owner?.body, 'status', 'deployedSandboxes');
  const listed = listedSandboxes(namedBody(tenant)).find((sandbox) => sandbox.name === name);
  return sandboxes.find(([, namespace]) => namespace === name)?.[0] ?? listed?.user;
}

/** Whether MTO created the namespace for one user. As a labelled namespace it would be open to the whole tenant. */
function isSandbox({ name, body }: ExportedObject): boolean {
  return name.endsWith('-sandbox') && textAt(body, 'metadata', 'labels', mtoKindLabel) === sandboxKind;
}

interface TenantNamespaceObject {
  readonly source: ExportedObject;
  readonly tenant: OutputResource;
  readonly settings: MetadataSettings;
  readonly user: string | undefined;
}

function importNamespace({ source, tenant, settings, user }: TenantNamespaceObject, run: ImportRun): void {
  const { ledger } = run;
  if (user !== undefined && !rendersSandbox(tenant, user, source.name)) {
    const how = `it is the sandbox of ${user}, whom the Tenant does not list; add a Group of leasehold.dev/v1alpha1 with the users of the group that they are in`;
    ledger.record(source, [], { fidelity: 'lost', how });
    return;
  }
  if (user === undefined && isSandbox(source) && !isListed(tenant, source.name)) {
    const how = 'it is a sandbox whose user the export does not name; export the Tenant with its status';
    ledger.record(source, [], { fidelity: 'lost', how });
    return;
  }
  const rendered: ImportedNamespace = { source, tenant, user, settings };
  ledger.record(source, ['spec'], { fidelity: 'cluster' });
  if (user === undefined && !isListed(tenant, source.name)) {
    importLabelledNamespace(rendered, run);
    return;
  }
  const how = user === undefined ? 'the Tenant lists it' : 'the Tenant gives its user a sandbox';
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'name']])
    ledger.record(source, path, { fidelity: 'exact', how });
  recordMetadata(rendered, ledger, keepInTenant(rendered));
}

function isListed(tenant: OutputResource, name: string): boolean {
  return listedNamespaces(namedBody(tenant)).some((listed) => listed.name === name);
}

function rendersSandbox(tenant: OutputResource, user: string, namespace: string): boolean {
  return listedSandboxes(namedBody(tenant)).some((sandbox) => sandbox.user === user && sandbox.name === namespace);
}

function importLabelledNamespace(rendered: ImportedNamespace, { output, ledger }: ImportRun): void {
  const { source, tenant } = rendered;
  const owner = textAt(tenant.body, 'metadata', 'name');
  const resource = output.addResource(`${owner}/namespace-${source.name}.yaml`, 'v1', 'Namespace');
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'labels', mtoTenantLabel]]) {
    const to = setField(resource, path, path.length === 3 ? owner : textAt(source.body, ...path));
    ledger.record(source, path, keptEntry(to));
  }
  const kind = ['metadata', 'labels', mtoKindLabel];
  const stated = textAt(source.body, ...kind);
  // A kind that the namespace states itself is kept when it is rendered.
  if (stated !== '' && stated !== impliedMetadata(rendered).labels[mtoKindLabel]) {
    ledger.record(source, kind, keptEntry(setField(resource, kind, stated)));
  }
  recordMetadata(rendered, ledger, (field, key, value) => setField(resource, ['metadata', field, key], value));
}
