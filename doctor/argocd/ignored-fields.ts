import { listAt, mappingAt } from '../../data/tree.ts';

/** Labels and annotations of a namespace that determine its tenant, its Pod Security level and its rules. */
const isolatingKey =
  /^(?:(?:[\w-]+\.)*(?:leasehold\.dev|stakater\.com|kleff\.io|tetrapus\.io|istio\.io)\/|pod-security\.kubernetes\.io\/|istio-injection$)/;

/** Fields that isolate nothing, except for the metadata of namespaces. */
const otherFields: readonly string[] = ['apiVersion', 'kind', 'metadata', 'status'];

/** The entries of a list. Argo CD ignores the case of fields in argocd-cm, and its operator writes them in lower case. */
export function entriesOf(tree: unknown, field: string): readonly string[] {
  const names = Object.keys(mappingAt(tree)).filter((name) => name.toLowerCase() === field.toLowerCase());
  return names.flatMap((name) => listAt(tree, name)).filter((one) => typeof one === 'string');
}

/** The paths of the fields that an entry of `ignoreDifferences` ignores. */
export function ignoredFields(entry: unknown): readonly (readonly string[])[] {
  return [
    ...entriesOf(entry, 'jsonPointers').map(stepsOfPointer),
    ...entriesOf(entry, 'jqPathExpressions').flatMap(pathsOfExpression),
  ];
}

function stepsOfPointer(pointer: string): readonly string[] {
  const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.slice(1).filter((step) => step !== '');
}

/** The paths between the commas of an expression. With a comma in parentheses or an index, the path of the whole object. */
function pathsOfExpression(expression: string): readonly (readonly string[])[] {
  const bare = expression.replace(/\["[^"]*"\]|"[^"]*"/g, '');
  if (bare.includes(',') && /[([]/.test(bare)) return [[]];
  return [...expression.matchAll(/(?:"[^"]*"|[^",])+/g)].map(([part]) => stepsOfExpression(part));
}

/** The names in an expression: `.metadata.labels["a/b"]` and `.["metadata"] | .labels."a/b"` have the same. */
function stepsOfExpression(expression: string): readonly string[] {
  return [...expression.matchAll(/"([^"]*)"|[A-Za-z_]\w*/g)].map(([name, quoted]) => quoted ?? name);
}

/** Whether a field contains what isolates tenants in an object of the kind. In a namespace, this is mostly its metadata. */
export function isolates([first, second, key]: readonly string[], kind: string): boolean {
  if (first === undefined || !otherFields.includes(first)) return true;
  if (kind !== 'Namespace' || first !== 'metadata') return false;
  if (second === undefined) return true;
  return (second === 'labels' || second === 'annotations') && (key === undefined || isolatingKey.test(key));
}
