import { parse } from '../../core/parse/parse.ts';
import { isError, type UnlocatedProblem } from '../../core/problem/problem.ts';
import type { Origin, SourceFile } from '../../core/source/source.ts';
import { exportLimits } from '../../data/limits.ts';
import { isMapping, type Tree, textAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';

/** An object of an export, as stored in the cluster. */
export interface ExportedObject {
  readonly origin: Origin;
  readonly apiVersion: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  readonly body: Tree;
}

export interface ExportedObjects {
  readonly objects: readonly ExportedObject[];
  /** Errors only. Warnings about YAML 1.1 do not matter for generated exports. */
  readonly problems: readonly UnlocatedProblem[];
}

/** Reads the objects in files, including the items of Lists. A document that is not an object is an error. */
export function readExportedObjects(files: readonly SourceFile[]): ExportedObjects {
  const { documents, problems } = parse(files, exportLimits);
  const objects: ExportedObject[] = [];
  const wrong: UnlocatedProblem[] = problems.filter(isError).map(ofExport);
  for (const { origin, body } of documents) {
    const [apiVersion, kind, name] = [textAt(body, 'apiVersion'), textAt(body, 'kind'), nameOf(body)];
    const namespace = textAt(body, 'metadata', 'namespace');
    const report = (message: string) =>
      wrong.push({ code: 'not-a-resource', origin, place: { path: [], aim: 'value' }, message });
    const odd = Object.entries({ name, namespace }).find(([, value]) => isInvalidName(value));
    if (!isMapping(body) || apiVersion === '' || kind === '' || name === '')
      report('the document is not a Kubernetes object: it needs apiVersion, kind and metadata.name');
    else if (odd !== undefined) report(`metadata.${odd[0]} is "${odd[1]}"; it cannot be . or .., or contain / or %`);
    else objects.push({ origin, apiVersion, group: groupOf(apiVersion), kind, namespace, name, body });
  }
  return { objects, problems: wrong };
}

/** An empty file of an export removes no resources, unlike one of a repository. */
function ofExport(problem: UnlocatedProblem): UnlocatedProblem {
  const fix = 'export the resources again, or remove the file from the export';
  return problem.code === 'not-a-resource' ? { ...problem, fix } : problem;
}

/** True for names that the API server rejects, because names are segments of its paths and of the imported files. */
function isInvalidName(name: string): boolean {
  return name === '.' || name === '..' || /[/%]/.test(name);
}

function nameOf(body: unknown): string {
  return textAt(body, 'metadata', 'name');
}
