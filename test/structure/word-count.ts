import { trackedFiles } from '../scripts/tracked-files.ts';
import { type Prose, piecesOf, proseIn } from './prose.ts';
import { type AllowedPhrase, allowedPhrases, type RetiredWord, retiredWords } from './retired-words.ts';

/** A use of a retired word. */
export interface Hit {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly instead: string;
}

/** Generated files, whose prose is counted in their source, and texts of other projects. */
const skipped = [/\/cases\//, /^schemas\//, /^action\/dist\//, /^plugin\/install\/(?:argocd-cm|values)\.yaml$/];

const patterns = retiredWords.map((word) => ({ word, regex: regexOf(word) }));

/** Every use of a retired word in the files that Git tracks below a path, without the allowed ones. */
export function hitsBelow(path: string): readonly Hit[] {
  return proseFiles(path).flatMap((file) => proseIn(file).flatMap(hitsIn));
}

/** Uses of retired words in the text of a file. */
export function hitsInText(file: string, text: string): readonly Hit[] {
  return piecesOf(file, text).flatMap(hitsIn);
}

/** Allowed phrases that match nothing. */
export function unusedAllowances(): readonly AllowedPhrase[] {
  const files = proseFiles('');
  return allowedPhrases.filter(({ under, phrase }) => {
    const regex = new RegExp(phrase, 'is');
    const below = files.filter((file) => file.startsWith(under));
    const pieces = below.flatMap(proseIn).filter(({ text }) => regex.test(text));
    return !pieces.some((piece) => findAll(piece).some((hit) => isAllowed(piece, hit, [{ under, phrase }])));
  });
}

/** The root folder of a file; `.` for a file in none. */
export function rootOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : '.';
}

function proseFiles(path: string): readonly string[] {
  return trackedFiles().filter((file) => file.startsWith(path) && !skipped.some((one) => one.test(file)));
}

interface Found {
  readonly at: number;
  readonly text: string;
  readonly word: RetiredWord;
}

function hitsIn(piece: Prose): readonly Hit[] {
  const found = findAll(piece).filter((one) => !isAllowed(piece, one, allowedPhrases));
  return found.map(({ at, text, word }) => ({
    file: piece.file,
    line: piece.line() + piece.text.slice(0, at).split('\n').length - 1,
    found: text.replace(/\s+/g, ' '),
    instead: word.instead,
  }));
}

function findAll({ sort, text }: Prose): readonly Found[] {
  const applying = patterns.filter(
    ({ word: { where } }) => sort === 'docs' || where === 'names' || (sort === 'code' && !where),
  );
  return applying.flatMap(({ word, regex }) =>
    [...text.matchAll(regex)].map((match) => ({ at: match.index, text: match[0], word })),
  );
}

/** Whether an allowed phrase covers the find. */
function isAllowed(
  { file, text }: Prose,
  { at, text: found }: Found,
  allowed: readonly Pick<AllowedPhrase, 'under' | 'phrase'>[],
): boolean {
  return allowed.some(
    ({ under, phrase }) =>
      file.startsWith(under) &&
      [...text.matchAll(new RegExp(phrase, 'gis'))].some(
        (match) => match.index <= at && at + found.length <= match.index + match[0].length,
      ),
  );
}

function regexOf({ pattern }: RetiredWord): RegExp {
  return new RegExp(`\\b(?:${pattern})\\b`.replaceAll(' ', '\\s+'), 'gi');
}
