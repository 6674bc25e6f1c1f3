import { kinds } from '../kinds/index.ts';
import { compare } from '../text/order.ts';
import { convert } from './convert/convert.ts';
import { parse } from './parse/parse.ts';
import { isTenant } from './resolve/known.ts';
import { resolve } from './resolve/resolve.ts';
import type { SourceFile } from './source/source.ts';
import { validate } from './validate/validate.ts';

/** The tenants that files define, in order; those of faulty documents too. Nothing is rendered for it. */
export function tenantNames(files: readonly SourceFile[]): readonly string[] {
  const { tenants } = resolve(convert(validate(parse(files).documents), kinds), kinds);
  return [...new Set(tenants.values())].filter((name) => name !== '' && isTenant(name)).sort(compare);
}
