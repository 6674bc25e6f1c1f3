import { asText } from '../../data/as-text.ts';
import { own } from '../../data/own.ts';
import { isSame, listAt, type Tree } from '../../data/tree.ts';
import { groupKind, type ObjectId } from '../../kubernetes/object-id.ts';
import { loosened, type ObjectPair, type RiskFinding, widened } from './change.ts';
import { contentOf, newItems } from './tree.ts';

/** What an object of another project decides: the access that it grants, or what a rule allows. */
type Decides = 'access' | 'rule';

/** Kinds in which every difference counts, because leasehold does not know what each field means. */
const kinds: Readonly<Record<string, Decides>> = {
  'APIService.apiregistration.k8s.io': 'access',
  'BackendTLSPolicy.gateway.networking.k8s.io': 'rule',
  'CiliumCIDRGroup.cilium.io': 'rule',
  'ClusterIssuer.cert-manager.io': 'access',
  'ClusterSecretStore.external-secrets.io': 'access',
  'EgressFirewall.k8s.ovn.org': 'rule',
  'GlobalNetworkSet.crd.projectcalico.org': 'rule',
  'GlobalNetworkSet.projectcalico.org': 'rule',
  'Issuer.cert-manager.io': 'access',
  'MutatingWebhookConfiguration.admissionregistration.k8s.io': 'rule',
  'NetworkSet.crd.projectcalico.org': 'rule',
  'NetworkSet.projectcalico.org': 'rule',
  'RequestAuthentication.security.istio.io': 'rule',
  'SecretStore.external-secrets.io': 'access',
  'SecurityContextConstraints.security.openshift.io': 'access',
  'Sidecar.networking.istio.io': 'rule',
};

const groups: Readonly<Record<string, Decides>> = {
  'config.gatekeeper.sh': 'rule',
  'kyverno.io': 'rule',
  'mutations.gatekeeper.sh': 'rule',
  'policies.kyverno.io': 'rule',
  'policy.cert-manager.io': 'access',
  'policy.linkerd.io': 'rule',
  'redhatcop.redhat.io': 'access',
};

/** Finds differences in objects of other projects that grant access or limit what pods and requests can do. */
export function decidingKinds(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now } = pair;
  const name = groupKind(id.group, id.kind);
  if (name === 'Group.user.openshift.io') return members(pair);
  const decides = decidesOf(id);
  if (decides === undefined) return [];
  if (!old) return added(pair);
  if (decides === 'access') return now && differs(old, now) ? [widened(`this ${id.kind} can grant more access`)] : [];
  if (!now) return [loosened(`this ${id.kind} is removed`)];
  return differs(old, now) ? [loosened('the rule is different')] : [];
}

export function decidesOf({ group, kind }: ObjectId): Decides | undefined {
  return own(kinds, groupKind(group, kind)) ?? own(groups, group);
}

function differs(old: Tree, now: Tree): boolean {
  return !isSame(contentOf(old), contentOf(now));
}

/**
 * Finds new exceptions from rules, new rules that delete objects, and new objects that grant access in Vault. New objects of
 * other kinds allow nothing on their own.
 */
function added({ id, tenants, context }: ObjectPair): readonly RiskFinding[] {
  const tenant = tenants.now ?? '';
  if (id.kind === 'PolicyException') return [loosened('this PolicyException exempts objects from rules')];
  if (/(?:Cleanup|Deleting)Policy$/.test(id.kind))
    return [{ risk: 'data-loss', why: `this ${id.kind} deletes objects` }];
  const isVault = id.group === 'redhatcop.redhat.io' && id.kind !== 'SecretEngineMount';
  const isExpected = context.isAddedTenant(tenant) || context.addsNamespace(tenant, id.name);
  return isVault && !isExpected ? [widened(`this ${id.kind} grants access in Vault`)] : [];
}

/** Finds new members of an OpenShift Group. */
function members({ old, now, isOnboarding }: ObjectPair): readonly RiskFinding[] {
  if (!now || isOnboarding) return [];
  return newItems(listAt(old, 'users'), listAt(now, 'users')).map((user) => widened(`${asText(user)} is a member`));
}
