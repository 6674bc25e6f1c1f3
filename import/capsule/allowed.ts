import { listAt, type Path, textAt, valueAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptAt } from '../ledger/ledger.ts';
import { addItem, type OutputResource, setField } from '../ledger/output.ts';

interface Classes {
  readonly source: ExportedObject;
  readonly from: Path;
  readonly to: 'storageClasses' | 'ingressClasses' | 'podPriorityClasses';
}

/** Where Capsule says which classes its expressions and selectors match today. */
const matched = { storageClasses: 'storage', ingressClasses: 'ingress', podPriorityClasses: 'priority' } as const;

/** Classes by name. What matches them otherwise is written as the names that match today, if the status has them. */
export function importClasses({ source, from, to }: Classes, tenant: OutputResource, run: ImportRun): void {
  const { ledger } = run;
  const path = ['spec', to, 'allowed'];
  for (const [index, name] of listAt(source.body, ...from, 'allowed').entries())
    ledger.judge(source, [...from, 'allowed', index], keptAt(addItem(tenant, path, name)));
  const names = listAt(source.body, 'status', 'classes', matched[to]);
  for (const field of ['allowedRegex', 'matchLabels', 'matchExpressions']) {
    if (valueAt(source.body, ...from, field) === undefined) continue;
    for (const name of names) addItem(tenant, path, name);
    const today = `the classes that match today are listed: ${names.join(', ')}`;
    const unknown = `list the classes in spec.${to}.allowed of the Tenant`;
    const verdict = names.length > 0 ? ({ fidelity: 'approximated', how: today } as const) : lost(unknown);
    ledger.judge(source, [...from, field], verdict);
  }
  const how = 'nothing fills in a class; name it in the manifests, or make it the default of the cluster';
  ledger.judge(source, [...from, 'default'], lost(how));
  const empty = `no class is allowed by it, and in a Tenant of MTO an empty list allows all; list classes in spec.${to}.allowed`;
  if (valueAt(tenant.body, ...path) === undefined) ledger.judge(source, from, lost(empty));
}

/** Hosts of Ingresses. Both systems read expressions as RE2 and look for a match anywhere. */
export function importHosts(source: ExportedObject, tenant: OutputResource, { ledger }: ImportRun): void {
  const from = ['spec', 'ingressOptions', 'allowedHostnames'];
  const to = ['spec', 'hostValidationConfig'];
  for (const [index, host] of listAt(source.body, ...from, 'allowed').entries())
    ledger.judge(source, [...from, 'allowed', index], keptAt(addItem(tenant, [...to, 'allowed'], host)));
  const pattern = textAt(source.body, ...from, 'allowedRegex');
  if (pattern !== '')
    ledger.judge(source, [...from, 'allowedRegex'], keptAt(setField(tenant, [...to, 'allowedRegex'], pattern)));
  const wildcards = ['spec', 'ingressOptions', 'allowWildcardHostnames'];
  const allowed = valueAt(source.body, ...wildcards);
  const bounded = valueAt(tenant.body, ...to) !== undefined;
  // Capsule refuses them unless it is told otherwise.
  const target = bounded ? setField(tenant, [...to, 'denyWildcards'], allowed !== true) : undefined;
  const how = target ? 'turned round, as denyWildcards' : 'no hosts are bounded, so nothing says it; list hosts first';
  if (typeof allowed === 'boolean') ledger.judge(source, wildcards, target ? keptAt(target, how) : lost(how));
  const scope = ['spec', 'ingressOptions', 'hostnameCollisionScope'];
  const isOff = valueAt(source.body, ...scope) === 'Disabled';
  const warned = 'leasehold warns when two Tenants may have the same hosts, and does not look at Ingresses';
  ledger.judge(
    source,
    scope,
    isOff ? { fidelity: 'cluster', how: 'it is the default' } : { fidelity: 'approximated', how: warned },
  );
}

/** An image without a registry is one of docker.io to Capsule, and has the registry "" to MTO. */
export function importRegistries(source: ExportedObject, tenant: OutputResource, { ledger }: ImportRun): void {
  const from = ['spec', 'containerRegistries'];
  const to = ['spec', 'imageRegistries', 'allowed'];
  for (const [index, registry] of listAt(source.body, ...from, 'allowed').entries()) {
    const target = addItem(tenant, to, registry);
    const isDefault = registry === 'docker.io';
    if (isDefault) addItem(tenant, to, '');
    const how = 'with "" beside it, for images that name no registry';
    ledger.judge(source, [...from, 'allowed', index], keptAt(target, isDefault ? how : undefined));
  }
  const how = 'list the registries in spec.imageRegistries.allowed of the Tenant';
  ledger.judge(source, [...from, 'allowedRegex'], lost(how));
}

function lost(how: string) {
  return { fidelity: 'lost', how } as const;
}
