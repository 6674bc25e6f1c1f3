import type { KindId } from '../../build/contracts.ts';
import type { Path } from '../../data/tree.ts';
import type { Difference } from '../effect/difference.ts';

/** How the render of a field differs from what MTO does with it. */
export interface StatedEffect {
  readonly instead: Difference['kind'];
  readonly text: string;
}

type Effects = readonly (readonly [path: string, instead: Difference['kind'], text: string])[];

const components = 'leasehold renders the enabled components; the console also requires spec.console of the Platform';

/** The fields that the model does not compute, with their difference. The first match applies. */
const effects: Partial<Readonly<Record<KindId, Effects>>> = {
  'mto-integration-config': [
    [
      'spec.accessControl.privileged.namespaces',
      'narrower',
      'no Tenant can own these namespaces, not even for privileged users',
    ],
    [
      'spec.accessControl.privileged',
      'different',
      "these users and groups are exempt only from the rules that the Platform enforces, not from Argo CD's reconciliation",
    ],
    [
      'spec.accessControl.namespaceAccessPolicy',
      'wider',
      'the denied users and groups can change objects in namespaces of tenants unless the Platform enforces the rule access',
    ],
    ['spec.metadata.groups', 'different', 'only Groups that the files list get this metadata, and only on OpenShift'],
    ['spec.integrations.argocd', 'different', 'this setting applies only to AppProjects of Extensions in the files'],
    ['spec.integrations.vault', 'different', 'the Vault config operator must run, because it writes to Vault'],
    ['spec.integrations.keycloak', 'different', 'nothing creates users or clients in Keycloak'],
    ['spec.components', 'different', components],
  ],
  'mto-tenant': [
    [
      'spec.namespaces.onDeletePurgeNamespaces',
      'narrower',
      'when the file of the Tenant is deleted, Argo CD by default waits for a confirmation before it deletes the namespaces',
    ],
  ],
  'mto-extensions': [
    [
      'spec',
      'different',
      'owners and editors can only read clusters, repositories and ApplicationSets; the project also denies kinds that limit the tenant',
    ],
  ],
  'mto-template': [
    ['resources.helm', 'different', 'leasehold vendor inflates the chart, and Git stores the objects'],
    [
      'resources.resourceMappings',
      'different',
      'External Secrets or the reflector copies the objects, as spec.templates of the Platform configures',
    ],
    ['parameters', 'different', 'the render checks parameters; MTO checks them at admission'],
  ],
  'mto-resource-supervisor': [
    ['spec', 'narrower', 'CronJobs scale the workloads, but only in a namespace of a tenant in the files'],
  ],
  'mto-cluster-resource-supervisor': [
    ['spec', 'narrower', 'CronJobs scale the workloads, but only in namespaces of tenants in the files'],
  ],
};

/** Resources for which leasehold renders nothing, and what it renders instead. */
const unrendered: Partial<Readonly<Record<KindId, string>>> = {
  'mto-dex':
    'nothing is rendered for this resource, because only an IntegrationConfig with components.dex.mode: Managed renders Dex',
  'mto-dex-config-operator':
    'nothing is rendered for this resource, because leasehold renders the configuration of Dex itself',
  'mto-finops-operator': "nothing is rendered for this resource, because leasehold renders the operator's jobs itself",
};

/** True for the field `kind` of a resource for which leasehold renders nothing. The report states this at that field. */
export function isStated(id: KindId, path: Path): boolean {
  return path[0] === 'kind' && unrendered[id] !== undefined;
}

const others: StatedEffect = {
  instead: 'different',
  text: 'the field is written unchanged, but the import does not model its effect in MTO',
};

/** The difference of a field that the model does not compute. */
export function statedEffect(id: KindId, path: Path): StatedEffect {
  const nothing = unrendered[id];
  if (nothing !== undefined) return { instead: 'different', text: nothing };
  const field = `${path.join('.')}.`;
  const [, instead, text] = effects[id]?.find(([prefix]) => field.startsWith(`${prefix}.`)) ?? [];
  return instead && text !== undefined ? { instead, text } : others;
}
