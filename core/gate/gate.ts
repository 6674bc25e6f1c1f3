import { isMapping, type Tree, textAt } from '../../data/tree.ts';
import { groupVersion } from '../../kubernetes/api-version.ts';
import { serverFields } from '../../kubernetes/server-fields.ts';
import { denials } from './denials.ts';
import { duplicateProblem } from './duplicate-entries.ts';
import type { ForeignObject } from './foreign-object.ts';
import type { GateProblem, GateTarget } from './gate-target.ts';
import { type StructuredObject, structureProblem } from './structure.ts';
import { targetProblem } from './target.ts';

export type GateResult =
  | { readonly ok: true; readonly object: ForeignObject }
  | { readonly ok: false; readonly problems: readonly GateProblem[] };

/**
 * Checks an object that no shape of leasehold prints: an object of a Template, a gotemplate or a chart. Only the objects that
 * this function returns can be printed. For all authors, it checks that every YAML parser sees exactly this object, and that the
 * object is in the target namespace or, for a trusted author, cluster-scoped. For untrusted authors, it also checks that each
 * part is owned, allowed for everyone, granted, or written by a trusted author.
 */
export function passGate(tree: unknown, target: GateTarget): GateResult {
  if (!isMapping(tree))
    return failure([
      {
        code: 'wrong-type',
        message: 'a manifest or an item of a List is not a mapping',
        fix: 'write an object with apiVersion, kind and metadata',
      },
    ]);
  const structure = structureProblem(tree) ?? duplicateProblem(tree);
  if (structure) return failure([{ ...structure, message: `${describeObject(tree)} ${structure.message}` }]);
  const object = tree as StructuredObject;
  const problem = targetProblem(object, target);
  if (problem) return failure([problem]);
  const { author, settings } = target;
  const denied = author.sort === 'trusted' ? [] : denials(placed(object, target), author, settings.podSecurity);
  return denied.length > 0
    ? failure(denied.map((one) => ({ ...one, message: `${describeObject(tree)}: ${one.message}` })))
    : { ok: true, object: toForeignObject(object, target) };
}

/** The object with its namespace, so that rules can compare the namespaces of references with it. */
function placed(object: StructuredObject, { namespace }: GateTarget): StructuredObject {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

function failure(problems: readonly GateProblem[]): GateResult {
  return { ok: false, problems };
}

/** The kind and the name of an unvalidated object, if it has them: `Deployment web`. */
export function describeObject(object: unknown): string {
  const [kind, name] = [textAt(object, 'kind'), textAt(object, 'metadata', 'name')];
  if (name === '') return kind || 'an object';
  return `${kind || 'the object named'} ${name}`;
}

function toForeignObject(object: StructuredObject, { namespace, settings }: GateTarget): ForeignObject {
  const { apiVersion, kind, metadata: metadataFields, status: _, ...rest } = object;
  const { name, namespace: _namespace, labels, annotations, ...others } = metadataFields;
  const { group, version } = groupVersion(apiVersion);
  const scoped = settings.templates.isClusterScoped(group, kind);
  const metadata: Tree = Object.fromEntries(Object.entries(others).filter(([field]) => !serverFields.includes(field)));
  const own = { name, namespace: scoped ? '' : namespace, labels: labels ?? {}, annotations: annotations ?? {} };
  return { group, version, kind, ...own, metadata, rest } as ForeignObject;
}
