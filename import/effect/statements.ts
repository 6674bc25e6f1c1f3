import { leavesOf } from '../../data/leaves.ts';
import { type Tree, textAt } from '../../data/tree.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import type { Fact } from './fact.ts';

/** The fields that resources state. A statement has no effect on the cluster by itself. */
export function statementFacts(resources: readonly Tree[]): readonly Fact[] {
  return resources.flatMap((body) => {
    const resource = resourceLabel(body);
    return leavesOf(body).map(({ path, value }) => ({ aspect: 'statement', resource, path, value }) as const);
  });
}

/** The name of a resource in statements, such as `Tenant acme`. */
export function resourceLabel(body: Tree): string {
  const name = textAt(body, 'metadata', 'name');
  return formatName({ kind: textAt(body, 'kind'), namespace: textAt(body, 'metadata', 'namespace'), name });
}
