import { compare } from '../../data/order.ts';
import { formatName, type ObjectId } from '../../kubernetes/object-id.ts';
import { strongerRoles } from './compare.ts';
import { describeFact } from './describe.ts';
import { type Fact, factKey, nameIn, namespacesOfFact, type Subject } from './fact.ts';
import { type SourceModel, withoutProbes } from './source-system.ts';

/** The access that only the render grants, as text. An import must not grant any. */
export function widerAccess({ facts }: SourceModel, rendered: readonly Fact[]): readonly string[] {
  const before = new Set(facts.filter(({ aspect }) => aspect === 'access').map(factKey));
  const platform = new Set(
    rendered.flatMap((fact) => (fact.aspect === 'namespace' && fact.tenant === '' ? [fact.namespace] : [])),
  );
  const namespaces = renderedNamespaces(rendered);
  const accounts = platformAccounts(rendered);
  // Other programs of the platform, such as Argo CD, use accounts that the render creates in these namespaces.
  const isOfProgram = (fact: Fact & { readonly aspect: 'access' }) =>
    fact.subject.kind === 'ServiceAccount' &&
    !namespaces.has(fact.subject.namespace) &&
    namespacesOfFact(fact).every((one) => platform.has(one));
  const wider = rendered.filter(
    (fact) =>
      fact.aspect === 'access' &&
      // Service accounts of the platform do the work of the operator.
      !platform.has(fact.subject.namespace) &&
      !accounts.has(accountKey(fact.subject)) &&
      !isOfProgram(fact) &&
      !before.has(factKey(fact)) &&
      !strongerRoles(fact.role).some((role) => before.has(factKey({ ...fact, role }))),
  );
  const texts = wider.map((fact) => withoutProbes(`${describeFact(fact)} in ${namespacesOfFact(fact).join()}`));
  return [...new Set(texts)].sort(compare);
}

/** The cluster-scoped objects of Templates, as text. Systems with tenants create objects only in namespaces. */
export function clusterWideObjects({ live }: SourceModel, ofTemplates: readonly ObjectId[]): readonly string[] {
  const found = live ? [] : ofTemplates.filter(({ namespace }) => namespace === '');
  return found.map((id) => `a Template renders ${formatName(id)}, which belongs to the whole cluster`).sort(compare);
}

/** The service accounts that the render creates outside the namespaces that it renders. */
function platformAccounts(rendered: readonly Fact[]): ReadonlySet<string> {
  const namespaces = renderedNamespaces(rendered);
  const objects = rendered.flatMap((one) => (one.aspect === 'object' ? [one] : []));
  const accounts = objects.filter(
    ({ body, namespace }) => body['kind'] === 'ServiceAccount' && !namespaces.has(namespace),
  );
  return new Set(accounts.map(({ body, namespace }) => accountKey({ namespace, name: nameIn(body) })));
}

function renderedNamespaces(rendered: readonly Fact[]): ReadonlySet<string> {
  return new Set(rendered.flatMap((one) => (one.aspect === 'namespace' ? [one.namespace] : [])));
}

function accountKey({ namespace, name }: Pick<Subject, 'name' | 'namespace'>): string {
  return `${namespace}/${name}`;
}
