import { addToGroup } from '../../data/group-by.ts';
import { limits } from '../../data/limits.ts';
import { textAt } from '../../data/tree.ts';
import { convert } from '../convert/convert.ts';
import type { AnyKind } from '../kind/kind.ts';
import { joined, type Parsed, type ParsedFile, parseFile } from '../parse/parse.ts';
import type { UnlocatedProblem } from '../problem/problem.ts';
import { type Amounts, type AuthorOf, openDirectoryLimits } from '../source/directory-limits.ts';
import type { SourceFile } from '../source/source.ts';
import { validate } from '../validate/validate.ts';
import { layoutOf, platformRank, untrustedAuthor } from './authority.ts';

/** The largest numbers of documents, and of tokens for the full parser, in the files of a tenant's directory. */
const contentLimits: Amounts = [limits.documentsOfTenant, limits.tokensOfTenant];

type ParseFile = (file: SourceFile) => ParsedFile;

/**
 * Parses files, but not the remaining files of a tenant's directory that exceeds a limit. Such a directory has no documents
 * and a single error. The result does not depend on the order of the files.
 */
export function parseDirectories(
  files: readonly SourceFile[],
  kinds: readonly AnyKind[],
  parseOne: ParseFile = parseFile,
): Parsed {
  const directories = openDirectoryLimits(contentLimits, () => findAuthors(files, kinds, parseOne));
  const parsed = files.map((file) => {
    if (directories.exceeds(file.path)) return { path: file.path, found: nothing };
    const found = parseOne(file);
    directories.add(file.path, [found.documents.length, found.tokens]);
    return { path: file.path, found };
  });
  const mark = ({ path }: { readonly path: string }, tenant: string) => ({ path, found: exceeding(path, tenant) });
  const kept = directories.apply(parsed, ({ path }) => path, mark);
  return joined(
    files,
    kept.map(({ found }) => found),
  );
}

const nothing: Parsed = { documents: [], problems: [] };

/** The authors that the Platform defines. Reads only the files that can contain it, in the order of their precedence. */
function findAuthors(files: readonly SourceFile[], kinds: readonly AnyKind[], parseOne: ParseFile): AuthorOf {
  const byRank = new Map<number, SourceFile[]>();
  for (const file of files)
    if ('text' in file && /\bPlatform\b/.test(file.text)) addToGroup(byRank, platformRank(file.path), file);
  for (const [, candidates] of [...byRank].sort(([a], [b]) => a - b)) {
    const documents = candidates.flatMap((file) => parseOne(file).documents);
    const platforms = documents.filter(({ body }) => textAt(body, 'kind') === 'Platform');
    if (platforms.length > 0) return untrustedAuthor(layoutOf(convert(validate(platforms), kinds)));
  }
  return () => undefined;
}

function exceeding(file: string, tenant: string): Parsed {
  const message =
    `the directory of tenant ${tenant} has more than ${limits.documentsOfTenant} documents and items of Lists, ` +
    `or more than ${limits.tokensOfTenant} YAML tokens in files that need the full parser`;
  const problem: UnlocatedProblem = {
    code: 'unreadable-file',
    origin: { file, document: 0, base: [] },
    place: { line: 1, column: 1 },
    message,
    fix: `delete documents, or move some to tenants/${tenant}/ in the Platform's directory`,
    tenants: [tenant],
  };
  return { documents: [], problems: [problem] };
}
