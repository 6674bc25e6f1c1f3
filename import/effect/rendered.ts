import type { Manifest } from '../../core/print/manifest.ts';
import { groupBy } from '../../data/group-by.ts';
import { isMapping, listAt, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { mtoTenantLabel } from '../../kinds/mto/integration/keys.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { type EnforcedRules, enforcedRules } from './enforced.ts';
import type { Fact } from './fact.ts';
import { objectFacts, quotaFacts } from './objects.ts';
import { ruleFacts } from './rendered-rules.ts';

/** Reads the effect of a render from its objects, as the same facts that the models of operators produce. */
export function renderedFacts(manifests: readonly Manifest[]): readonly Fact[] {
  const bodies = manifests.map(bodyOf);
  const byKind = groupBy(bodies, (body) => textAt(body, 'kind'));
  const namespaces = byKind.get('Namespace') ?? [];
  return [
    ...namespaces.flatMap(namespaceFacts),
    ...ruleFacts(enforcedIn(manifests)),
    ...bodies
      .filter((body) => textAt(body, 'metadata', 'namespace') !== '')
      .flatMap((body) => objectFacts(body, textAt(body, 'metadata', 'namespace'))),
    ...(byKind.get('ClusterResourceQuota') ?? []).flatMap((quota) => sharedQuota(quota, namespaces)),
  ];
}

/** The rules that the API server enforces in the rendered namespaces. */
export function enforcedIn(manifests: readonly Manifest[]): ReadonlyMap<string, EnforcedRules> {
  const ofKind = (kind: string) => manifests.filter(({ id }) => id.kind === kind).map(bodyOf);
  return enforcedRules(ofKind('Namespace'), ofKind('ValidatingAdmissionPolicyBinding'));
}

/** The object of a manifest. */
export function bodyOf({ text }: Manifest): Tree {
  const result = readYaml(text);
  const [body] = result.ok ? result.bodies : [];
  if (!isMapping(body)) throw new TypeError('a rendered object is not a YAML mapping');
  return body;
}

function namespaceFacts(body: Tree): readonly Fact[] {
  const namespace = textAt(body, 'metadata', 'name');
  const tenant = textAt(body, 'metadata', 'labels', mtoTenantLabel);
  const entries = (field: 'labels' | 'annotations') => textEntriesAt(body, 'metadata', field);
  return [
    { aspect: 'namespace', namespace, tenant },
    ...entries('labels').map(([key, value]) => ({ aspect: 'label' as const, namespace, key, value })),
    ...entries('annotations').map(([key, value]) => ({ aspect: 'annotation' as const, namespace, key, value })),
  ];
}

/** A ClusterResourceQuota of OpenShift limits all namespaces that its selector matches. */
function sharedQuota(quota: Tree, namespaces: readonly Tree[]): readonly Fact[] {
  const selector = readSelector(valueAt(quota, 'spec', 'selector', 'labels'));
  const selected = namespaces.filter(
    (one) => selector && selects(selector, Object.fromEntries(textEntriesAt(one, 'metadata', 'labels'))),
  );
  const names = selected.map((one) => textAt(one, 'metadata', 'name')).sort();
  return listAt([valueAt(quota, 'spec', 'quota')]).flatMap((spec) => quotaFacts(spec, names, true));
}
