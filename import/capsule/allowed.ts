import { listAt, type Path, textAt, valueAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry } from '../ledger/ledger.ts';
import { addItem, type OutputResource, setField } from '../ledger/output.ts';

interface ClassOptions {
  readonly source: ExportedObject;
  readonly from: Path;
  readonly to: 'storageClasses' | 'ingressClasses' | 'podPriorityClasses';
}

/** The status fields with the classes that Capsule's expressions and selectors currently match. */
const matched = { storageClasses: 'storage', ingressClasses: 'ingress', podPriorityClasses: 'priority' } as const;

/** Converts allowed classes to names. Replaces expressions and selectors by the currently matching names of the status. */
export function importClasses({ source, from, to }: ClassOptions, tenant: OutputResource, run: ImportRun): void {
  const { ledger } = run;
  const path = ['spec', to, 'allowed'];
  for (const [index, name] of listAt(source.body, ...from, 'allowed').entries())
    ledger.record(source, [...from, 'allowed', index], keptEntry(addItem(tenant, path, name)));
  const names = listAt(source.body, 'status', 'classes', matched[to]);
  for (const field of ['allowedRegex', 'matchLabels', 'matchExpressions']) {
    if (valueAt(source.body, ...from, field) === undefined) continue;
    for (const name of names) addItem(tenant, path, name);
    const today = `the classes that match today are listed: ${names.join(', ')}`;
    const unknown = `list the classes in spec.${to}.allowed of the Tenant`;
    const entry = names.length > 0 ? ({ fidelity: 'approximated', how: today } as const) : lost(unknown);
    ledger.record(source, [...from, field], entry);
  }
  const how = 'nothing fills in a class; name it in the manifests, or make it the default of the cluster';
  ledger.record(source, [...from, 'default'], lost(how));
  const empty = `no class is allowed by it, and in a Tenant of MTO an empty list allows all; list classes in spec.${to}.allowed`;
  if (valueAt(tenant.body, ...path) === undefined) ledger.record(source, from, lost(empty));
}

/** Converts allowed hosts of Ingresses. Both systems use unanchored RE2 expressions. */
export function importHosts(source: ExportedObject, tenant: OutputResource, { ledger }: ImportRun): void {
  const from = ['spec', 'ingressOptions', 'allowedHostnames'];
  const to = ['spec', 'hostValidationConfig'];
  for (const [index, host] of listAt(source.body, ...from, 'allowed').entries())
    ledger.record(source, [...from, 'allowed', index], keptEntry(addItem(tenant, [...to, 'allowed'], host)));
  const pattern = textAt(source.body, ...from, 'allowedRegex');
  if (pattern !== '')
    ledger.record(source, [...from, 'allowedRegex'], keptEntry(setField(tenant, [...to, 'allowedRegex'], pattern)));
  const wildcards = ['spec', 'ingressOptions', 'allowWildcardHostnames'];
  const allowed = valueAt(source.body, ...wildcards);
  const bounded = valueAt(tenant.body, ...to) !== undefined;
  // Capsule rejects wildcard hosts by default.
  const target = bounded ? setField(tenant, [...to, 'denyWildcards'], allowed !== true) : undefined;
  const how = target ? 'turned round, as denyWildcards' : 'no hosts are bounded, so nothing says it; list hosts first';
  if (typeof allowed === 'boolean') ledger.record(source, wildcards, target ? keptEntry(target, how) : lost(how));
  const scope = ['spec', 'ingressOptions', 'hostnameCollisionScope'];
  const isOff = valueAt(source.body, ...scope) === 'Disabled';
  const warned = 'leasehold warns when two Tenants may have the same hosts, and does not look at Ingresses';
  ledger.record(
    source,
    scope,
    isOff ? { fidelity: 'cluster', how: 'it is the default' } : { fidelity: 'approximated', how: warned },
  );
}

/** Converts allowed registries. An image without a registry counts as docker.io in Capsule and as "" in MTO. */
export function importRegistries(source: ExportedObject, tenant: OutputResource, { ledger }: ImportRun): void {
  const from = ['spec', 'containerRegistries'];
  const to = ['spec', 'imageRegistries', 'allowed'];
  for (const [index, registry] of listAt(source.body, ...from, 'allowed').entries()) {
    const target = addItem(tenant, to, registry);
    const isDefault = registry === 'docker.io';
    if (isDefault) addItem(tenant, to, '');
    const how = 'with "" beside it, for images that name no registry';
    ledger.record(source, [...from, 'allowed', index], keptEntry(target, isDefault ? how : undefined));
  }
  const how = 'list the registries in spec.imageRegistries.allowed of the Tenant';
  ledger.record(source, [...from, 'allowedRegex'], lost(how));
}

function lost(how: string) {
  return { fidelity: 'lost', how } as const;
}
