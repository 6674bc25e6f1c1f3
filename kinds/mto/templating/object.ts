import type { ForeignObject } from '../../../core/print/foreign-object.ts';
import type { ProblemCode } from '../../../core/problem/codes.ts';
import type { Tree } from '../../../data/tree.ts';
import { groupVersion } from '../../../kubernetes/api-version.ts';
import { serverFields } from '../../../kubernetes/server-fields.ts';
import { type ManifestObject, objectFault } from './object-fault.ts';
import type { TemplateTarget } from './template-target.ts';

export type ObjectResult =
  | { readonly ok: true; readonly object: ForeignObject }
  | { readonly ok: false; readonly code: ProblemCode; readonly message: string; readonly fix?: string };

/** Validates an object of a Template and assigns it to the target's namespace. */
export function readObject(tree: unknown, target: TemplateTarget): ObjectResult {
  const found = objectFault(tree, target);
  return found ? { ok: false, ...found } : { ok: true, object: toObject(tree as ManifestObject, target) };
}

function toObject(object: ManifestObject, { namespace, world }: TemplateTarget): ForeignObject {
  const { apiVersion, kind, metadata: metadataFields, status: _, ...rest } = object;
  const { name, namespace: _stated, labels, annotations, ...others } = metadataFields;
  const { group, version } = groupVersion(apiVersion);
  const scoped = world.settings.templates.isClusterScoped(group, kind);
  const metadata: Tree = Object.fromEntries(Object.entries(others).filter(([field]) => !serverFields.includes(field)));
  const own = { name, namespace: scoped ? '' : namespace, labels: labels ?? {}, annotations: annotations ?? {} };
  return { group, version, kind, ...own, metadata, rest };
}
