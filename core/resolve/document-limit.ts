import { limits } from '../../data/limits.ts';
import { textAt } from '../../data/tree.ts';
import { convert } from '../convert/convert.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Parsed, ParsedDocument } from '../parse/parse.ts';
import type { UnlocatedProblem } from '../problem/problem.ts';
import { validate } from '../validate/validate.ts';
import { layoutOf, untrustedAuthor } from './authority.ts';

/** Leaves out all documents of each tenant's directory that contains too many, with an error for each such directory. */
export function withinDocumentLimit(parsed: Parsed, kinds: readonly AnyKind[]): Parsed {
  if (parsed.documents.length <= limits.documentsOfTenant) return parsed;
  const platforms = parsed.documents.filter(({ body }) => textAt(body, 'kind') === 'Platform');
  const authorOf = untrustedAuthor(layoutOf(convert(validate(platforms), kinds)));
  const byTenant = new Map<string, { readonly first: ParsedDocument; count: number }>();
  for (const document of parsed.documents) {
    const tenant = authorOf(document.origin.file);
    const known = tenant === undefined ? undefined : byTenant.get(tenant);
    if (known) known.count++;
    else if (tenant !== undefined) byTenant.set(tenant, { first: document, count: 1 });
  }
  const exceeding = new Map([...byTenant].filter(([, { count }]) => count > limits.documentsOfTenant));
  if (exceeding.size === 0) return parsed;
  const isWithin = ({ origin }: ParsedDocument) => !exceeding.has(authorOf(origin.file) ?? '');
  const problems = [...exceeding].map(([tenant, { first }]) => tooManyDocuments(tenant, first));
  return { documents: parsed.documents.filter(isWithin), problems: [...parsed.problems, ...problems] };
}

function tooManyDocuments(tenant: string, { origin }: ParsedDocument): UnlocatedProblem {
  const message = `the directory of tenant ${tenant} has more than ${limits.documentsOfTenant} documents and items of Lists`;
  const fix = `delete some, or move them to tenants/${tenant}/ in the Platform's directory`;
  return { code: 'unreadable-file', origin, place: { line: 1, column: 1 }, message, fix, tenants: [tenant] };
}
