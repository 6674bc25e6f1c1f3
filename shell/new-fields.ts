import { parseDocument } from 'yaml';
import type { Path } from '../data/tree.ts';
import { rejectionsOf, type SourceFile } from '../leasehold.ts';

export type Filled = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

const assignmentForm = /^([^=]+)=(.*)$/s;

/** Sets fields by `path=value`. A value is YAML, so `[a, b]` is a list and `3` is a number. */
export function withFields(example: string, assignments: readonly string[]): Filled {
  if (assignments.length === 0) return { ok: true, text: example };
  const document = parseDocument(example);
  for (const assignment of assignments) {
    const [, path, value = ''] = assignmentForm.exec(assignment) ?? [];
    const parsed = parseDocument(value);
    if (path === undefined || parsed.errors.length > 0)
      return {
        ok: false,
        message: `--set is ${assignment}; it must have the form spec.field=value, with a value in YAML`,
      };
    document.setIn(stepsOf(path), parsed.contents);
  }
  return { ok: true, text: document.toString({ lineWidth: 0 }) };
}

/** The steps of a path such as `metadata.labels["a/b"]` or `spec.users[0]`. */
function stepsOf(path: string): Path {
  const steps = [...path.matchAll(/\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)/g)];
  return steps.map(([, key, index, name]) => (index === undefined ? (key ?? name ?? '') : Number(index)));
}

/**
 * The assignments that set the field at the path of a problem, a parent of it, or a part of it. All assignments if none
 * does.
 */
export function assignmentsOf(field: string, assignments: readonly string[]): readonly string[] {
  const found = assignments.filter((assignment) => {
    const path = assignmentForm.exec(assignment)?.[1] ?? '';
    return `${field}.`.startsWith(`${path}.`) || path.startsWith(`${field}.`);
  });
  return found.length > 0 ? found : assignments;
}

/**
 * Replaces the name of the example in every value that is the name, or that starts with the name and a hyphen or dot: slugs,
 * groups, namespaces, hosts. Also removes the comment at the top.
 */
export function withName(example: string, name: string): string {
  const old = /^metadata:\n(?: {2}.*\n)*? {2}name: (\S+)$/m.exec(example)?.[1] ?? '';
  const body = example.replace(/^(?:#.*\n)+/, '');
  return body.replace(/^(\s*(?:- )?(?:[\w./-]+: )?)(\S+)(?=$| #)/gm, (line, key: string, value: string) =>
    key.trim() !== '' && (value === old || value.startsWith(`${old}-`) || value.startsWith(`${old}.`))
      ? `${key}${name}${value.slice(old.length)}`
      : line,
  );
}

/** Turns the values with the comment `# new: replace` into placeholders, which `check` reports. */
export function withPlaceholders(text: string): string {
  return text.replaceAll(/^(\s*(?:- )?(?:[\w./-]+: )?)("?)(\S+?)\2 # new: replace$/gm, '$1$2<replace $3>$2');
}

/** A file that is not written yet. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

interface Start {
  readonly tenant: string;
  readonly others: readonly SourceFile[];
}

/**
 * Changes the fields of an example that a tenant's authors cannot set: sets them to the tenant's name or another valid
 * choice, or deletes them. Keeps a field if neither helps, so that `check` reports it.
 */
export function withAllowedFields({ path, text }: NewFile, { tenant, others }: Start): string {
  const rejectionsIn = (changed: string) => rejectionsOf([...others, { path, text: changed }], path);
  let best = { text, cost: costOf(rejectionsIn(text)) };
  for (let isBetter = best.cost > 0; isBetter; ) {
    const changes = rejectionsIn(best.text).flatMap((rejection) => changesOf(best.text, rejection, tenant));
    const current = best;
    const found = changes
      .sort((one, other) => one.loss - other.loss)
      .map(({ text: changed }) => ({ text: changed, cost: costOf(rejectionsIn(changed)) }))
      .find(({ cost }) => cost < current.cost);
    isBetter = found !== undefined;
    best = found ?? best;
  }
  return best.text;
}

type Rejections = ReturnType<typeof rejectionsOf>;

/** An unresolved reference is the easiest problem to fix. A document that violates its schema is never an improvement. */
function costOf(rejections: Rejections): number {
  const costs: Readonly<Record<string, number>> = { 'unresolved-reference': 1, 'not-granted': 20 };
  return rejections.reduce((sum, { code }) => sum + (costs[code] ?? 1000), 0);
}

interface Change {
  readonly text: string;
  /** How much of the example is lost. */
  readonly loss: number;
}

/**
 * The changes to try: first other values, then deletions up to a direct field of the spec. Does not delete unresolved
 * references, because users can add their targets later.
 */
function changesOf(text: string, { code, path, choices }: Rejections[number], tenant: string): Change[] {
  const values = [...(path.length === 2 ? [tenant] : []), ...choices];
  const cuts = code === 'not-granted' ? [3, 2].filter((length) => length <= path.length) : [];
  return [
    ...values.map((value) => ({ text: withValue(text, path, value), loss: 0 })),
    ...cuts.map((length) => ({ text: withoutValue(text, path.slice(0, length)), loss: 4 - length })),
  ];
}

function withValue(text: string, path: Path, value: string): string {
  const document = parseDocument(text);
  document.setIn(path, document.createNode(value));
  return document.toString({ lineWidth: 0 });
}

/**
 * Deletes a field. Also deletes its parent if the parent would be empty, unless the parent is at the top of the
 * document.
 */
function withoutValue(text: string, path: Path): string {
  const document = parseDocument(text);
  document.deleteIn(path);
  const parent = path.slice(0, -1);
  const left = document.getIn(parent);
  const isEmpty = typeof left === 'object' && left !== null && 'items' in left && (left.items as []).length === 0;
  if (isEmpty && parent.length > 1) document.deleteIn(parent);
  return document.toString({ lineWidth: 0 });
}
