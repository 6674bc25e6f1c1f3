import { compare } from '../../data/order.ts';
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
  const accounts = platformAccounts(rendered);
  const wider = rendered.filter(
    (fact) =>
      fact.aspect === 'access' &&
      // Service accounts of the platform do the work of the operator.
      !platform.has(fact.subject.namespace) &&
      !accounts.has(accountKey(fact.subject)) &&
      !before.has(factKey(fact)) &&
      !strongerRoles(fact.role).some((role) => before.has(factKey({ ...fact, role }))),
  );
  const texts = wider.map((fact) => withoutProbes(`${describeFact(fact)} in ${namespacesOfFact(fact).join()}`));
  return [...new Set(texts)].sort(compare);
}

/** The service accounts that the render creates outside the namespaces that it renders. */
function platformAccounts(rendered: readonly Fact[]): ReadonlySet<string> {
  const namespaces = new Set(rendered.flatMap((one) => (one.aspect === 'namespace' ? [one.namespace] : [])));
  const objects = rendered.flatMap((one) => (one.aspect === 'object' ? [one] : []));
  const accounts = objects.filter(
    ({ body, namespace }) => body['kind'] === 'ServiceAccount' && !namespaces.has(namespace),
  );
  return new Set(accounts.map(({ body, namespace }) => accountKey({ namespace, name: nameIn(body) })));
}

function accountKey({ namespace, name }: Pick<Subject, 'name' | 'namespace'>): string {
  return `${namespace}/${name}`;
}
