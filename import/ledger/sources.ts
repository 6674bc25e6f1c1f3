import { parse } from '../../core/parse/parse.ts';
import type { Fault } from '../../core/problem/problem.ts';
import { isError } from '../../core/problem/problem.ts';
import type { Origin, SourceFile } from '../../core/source/source.ts';
import { isMapping, type Tree, textAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';

/** An object of an export, as the cluster kept it. */
export interface Source {
  readonly origin: Origin;
  readonly apiVersion: string;
  /** Empty for Kubernetes' own first objects. */
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  readonly body: Tree;
}

export interface Reading {
  readonly sources: readonly Source[];
  /** Errors only: what reads differently in YAML 1.1 is the exporting program's affair. */
  readonly faults: readonly Fault[];
}

/** The objects of files, those inside Lists too. What is no object is a fault. */
export function readSources(files: readonly SourceFile[]): Reading {
  const { documents, faults } = parse(files);
  const sources: Source[] = [];
  const wrong: Fault[] = faults.filter(isError);
  for (const { origin, body } of documents) {
    const [apiVersion, kind, name] = [textAt(body, 'apiVersion'), textAt(body, 'kind'), nameOf(body)];
    if (isMapping(body) && apiVersion !== '' && kind !== '' && name !== '') {
      const group = groupOf(apiVersion);
      sources.push({ origin, apiVersion, group, kind, namespace: textAt(body, 'metadata', 'namespace'), name, body });
    } else {
      const message = 'the document is no object of a cluster: it needs apiVersion, kind and metadata.name';
      wrong.push({ code: 'not-a-resource', origin, place: { path: [], aim: 'value' }, message });
    }
  }
  return { sources, faults: wrong };
}

function nameOf(body: unknown): string {
  return textAt(body, 'metadata', 'name');
}
