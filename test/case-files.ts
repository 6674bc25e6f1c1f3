import * as assert from 'uvu/assert';
import { parseDocument } from 'yaml';
import { formatId } from '../kubernetes/object-id.ts';
import { render, type SourceFile } from '../leasehold.ts';

/** An object in the output, parsed. */
export interface Rendered {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** The rendered objects of files, by identity. Fails if there is an error. */
export function objectsOf(files: readonly SourceFile[]): ReadonlyMap<string, Rendered> {
  const { ok, objects, problems } = render(files);
  assert.ok(ok, JSON.stringify(problems));
  return new Map(objects.map(({ id, text }) => [formatId(id), parseDocument(text).toJS() as Rendered]));
}

/** The identities of objects that differ between two renders, or that only one of them contains. */
export function differences(
  before: ReadonlyMap<string, Rendered>,
  after: ReadonlyMap<string, Rendered>,
): readonly string[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
  return ids.filter((id) => JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id)));
}

/** The paths at which two trees differ, descending while both trees have a mapping or a list. */
export function changedPaths(before: unknown, after: unknown, path = ''): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isTree(before) || !isTree(after)) return [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => changedPaths(before[key], after[key], path === '' ? key : `${path}.${key}`));
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
