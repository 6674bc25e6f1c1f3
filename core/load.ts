import { convert } from './convert/convert.ts';
import type { AnyKind } from './kind/kind.ts';
import { parse } from './parse/parse.ts';
import { type Layout, layoutOf } from './resolve/authority.ts';
import { type Resolved, resolve } from './resolve/resolve.ts';
import type { SourceFile } from './source/source.ts';
import { validate } from './validate/validate.ts';

/** The first half of the flow: files in, resources with their tenants and references out. Nothing is rendered yet. */
export function load(kinds: readonly AnyKind[], files: readonly SourceFile[]): Resolved {
  const parsed = parse(files);
  const current = convert(validate(parsed.documents), kinds);
  return resolve({ ...current, faults: [...parsed.faults, ...current.faults] }, kinds);
}

/** The directories that the Platform defines, and who can change the documents in them. */
export function layoutWith(kinds: readonly AnyKind[], files: readonly SourceFile[]): Layout {
  return layoutOf(convert(validate(parse(files).documents), kinds));
}
