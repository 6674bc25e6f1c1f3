import type { ForeignObject } from '../../../core/print/foreign-object.ts';
import type { ProblemCode } from '../../../core/problem/codes.ts';
import type { Tree } from '../../../data/tree.ts';
import { groupVersion } from '../../../kubernetes/api-version.ts';
import { serverFields } from '../../../kubernetes/server-fields.ts';
import { objectFault, type Written } from './object-fault.ts';
import type { Target } from './target.ts';

export type ObjectReading =
  | { readonly ok: true; readonly object: ForeignObject }
  | { readonly ok: false; readonly code: ProblemCode; readonly message: string; readonly fix?: string };

/** What the API server would refuse, drop or take for another object's is told here. */
export function readObject(tree: unknown, target: Target): ObjectReading {
  const found = objectFault(tree, target);
  return found ? { ok: false, ...found } : { ok: true, object: toObject(tree as Written, target) };
}

function toObject(written: Written, { namespace, world }: Target): ForeignObject {
  const { apiVersion, kind, metadata: whole, status: _, ...rest } = written;
  const { name, namespace: _stated, labels, annotations, ...others } = whole;
  const { group, version } = groupVersion(apiVersion);
  const scoped = world.settings.templates.isClusterScoped(group, kind);
  const metadata: Tree = Object.fromEntries(Object.entries(others).filter(([field]) => !serverFields.includes(field)));
  const own = { name, namespace: scoped ? '' : namespace, labels: labels ?? {}, annotations: annotations ?? {} };
  return { group, version, kind, ...own, metadata, rest };
}
