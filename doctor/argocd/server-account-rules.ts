import { isMapping, listAt, mappingAt, type Tree, textAt, textsAt } from '../../data/tree.ts';
import { error, type Finding } from '../finding.ts';
import type { ConfigObject } from './config-object.ts';
import type { Configuration } from './configuration.ts';
import { containersOf, isApiServer } from './containers.ts';
import { readers } from './members.ts';

/**
 * Rules for the account of Argo CD's API server. Whoever can get an Application can use this account to apply any
 * manifests in a dry run, and read the result [sources: argocd-46].
 */
export function serverAccountRules(configuration: Configuration): readonly Finding[] {
  const who = readers(configuration);
  if (who === undefined || configuration.admission.some(rejectsDryRuns)) return [];
  return serverRoles(configuration).flatMap((role) => {
    const index = listAt(role.body, 'rules').findIndex(patchesSecrets);
    if (index < 0) return [];
    const message = `${who} can read every object that Argo CD's API server can patch, including Secrets, with a dry run`;
    const verbs = textsAt(listAt(role.body, 'rules')[index], 'verbs');
    const change = verbs.includes('*') ? 'list the verbs without patch' : 'remove the verb patch';
    const fix = `${change}; or set spec.enforcement in the Platform to enable the rule dry-runs, which rejects these requests, and add its ValidatingAdmissionPolicyBinding to the input`;
    return [error(role, { path: `rules[${index}].verbs`, message, fix })];
  });
}

function patchesSecrets(rule: unknown): boolean {
  const allows = (field: string, value: string) => textsAt(rule, field).some((one) => one === '*' || one === value);
  if (listAt(rule, 'resourceNames').length > 0) return false;
  return allows('verbs', 'patch') && allows('resources', 'secrets') && allows('apiGroups', '');
}

/** The ClusterRoles that are bound to an account of Argo CD's API server. */
function serverRoles(configuration: Configuration): readonly ConfigObject[] {
  const { clusterRoles, clusterRoleBindings } = configuration;
  const isServer = serverAccounts(configuration);
  const own = clusterRoleBindings.filter(({ body }) => listAt(body, 'subjects').some(isServer));
  const names = own.map(({ body }) => textAt(body, 'roleRef', 'name'));
  return clusterRoles.filter(({ body }) => names.includes(textAt(body, 'metadata', 'name')));
}

/** Recognizes the accounts of the server's Deployments or, if the input has none, by their usual name. */
function serverAccounts({ clients }: Configuration): (subject: unknown) => boolean {
  const servers = clients.filter(({ body }) => containersOf(body).some(isApiServer));
  const accounts = servers.map(({ body }) => textAt(body, 'spec', 'template', 'spec', 'serviceAccountName'));
  return (subject) => {
    const name = textAt(subject, 'name');
    const isKnown = accounts.length === 0 ? /(?:^|-)argocd-server$/.test(name) : accounts.includes(name);
    return textAt(subject, 'kind') === 'ServiceAccount' && isKnown;
  };
}

const rule = 'dry-runs';

/** Whether an object in the input rejects dry runs of Argo CD's server: a binding, a constraint, or the Platform. */
function rejectsDryRuns({ body }: ConfigObject): boolean {
  const spec = mappingAt(body, 'spec');
  if (textAt(spec, 'policyName') === `leasehold-${rule}`) return textsAt(spec, 'validationActions').includes('Deny');
  if (textAt(spec, 'parameters', 'rule') === rule) return textAt(spec, 'enforcementAction') === 'deny';
  return isMapping(spec['enforcement']) && hasRules(spec['enforcement']);
}

/** True for an `enforcement` of the Platform that rejects requests, without settings that could change the mode of the rule. */
function hasRules(enforcement: Tree): boolean {
  const backend = textAt(enforcement, 'backend') || 'policies';
  const mode = textAt(enforcement, 'mode') || 'deny';
  return ['gatekeeper', 'policies'].includes(backend) && mode === 'deny' && listAt(enforcement, 'modes').length === 0;
}
