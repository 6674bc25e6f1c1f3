import type { SourceFile } from '../leasehold.ts';

/** Attributes that do not change content, or change only line endings, which do not matter in YAML. */
const harmless =
  /^[-!]?(?:text|eol|crlf|binary|diff|merge|whitespace|encoding|delta|lockable|export-ignore|conflict-marker-size|(?:linguist|gitlab)-[a-z-]+)(?:=.*)?$/;
/** A pattern that matches only files of other types. */
const otherType = /\.(?!(?:ya?ml|json)$)[a-z0-9]+$/i;

export const attributesName = '.gitattributes';

export function isAttributesName(name: string): boolean {
  return name.toLowerCase() === attributesName;
}

/**
 * Removes attribute files that do not change the content of source files. The others stay as files with a problem: with
 * `ident`, `filter` or `working-tree-encoding`, Git checks out different text than the commit contains, so a review and
 * a render would read different resources [sources: git-2].
 */
export function withAttributes(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.flatMap((file) =>
    isAttributesName(file.path.slice(file.path.lastIndexOf('/') + 1)) ? checked(file, () => true) : [file],
  );
}

/**
 * Like `withAttributes`, for attribute files in directories above the files that are read. `places` returns the directories and
 * files that are read. All paths start at the root of the repository.
 */
export function attributesAbove(files: readonly SourceFile[], places: () => readonly string[]): readonly SourceFile[] {
  const suspects = files.flatMap((file) => checked(file, () => true).map(() => file));
  const all = suspects.length === 0 ? [] : places();
  return suspects.flatMap((file) => checked(file, matcherFor(file.path.slice(0, -attributesName.length), all)));
}

/** Whether a pattern can match a source file that is read. */
type Matcher = (pattern: string) => boolean;

function checked(file: SourceFile, canMatch: Matcher): readonly SourceFile[] {
  if ('unreadable' in file) return [file];
  // Git also ignores a byte order mark.
  const lines = file.text.replace(/^\ufeff/, '').split('\n');
  return lines.every((line) => isHarmless(line, canMatch)) ? [] : [{ path: file.path, unreadable: 'attributes' }];
}

/** Splits at the characters that Git treats as blank. Any other whitespace is part of a pattern. */
function isHarmless(line: string, canMatch: Matcher): boolean {
  const [pattern = '', ...attributes] = line.split(/[ \t\r]+/).filter((word) => word !== '');
  if (pattern.startsWith('#') || attributes.every((attribute) => harmless.test(attribute))) return true;
  // The definition of a macro has no effect, unless it replaces a harmless attribute.
  if (/^\[attr\]./.test(pattern)) return !harmless.test(pattern.slice('[attr]'.length));
  return !pattern.startsWith('"') && (otherType.test(pattern) || !canMatch(pattern));
}

/**
 * Returns a function that decides by the folders at the start of a pattern. A pattern without a slash matches names in all
 * folders. Some repositories compare without case. `folder` is that of the attribute file, and ends with a slash.
 */
function matcherFor(folder: string, places: readonly string[]): Matcher {
  const ends = places
    .filter((place) => place.startsWith(folder))
    .map((place) => place.slice(folder.length).toLowerCase());
  const read = new Set(ends);
  const above = new Set(
    ends.flatMap((end) => end.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))),
  );
  return (pattern) => {
    if (!pattern.includes('/')) return true;
    let place = '';
    for (const step of pattern.toLowerCase().replace(/^\//, '').split('/')) {
      if (read.has(place) || /[*?[\\]/.test(step)) return true;
      place = place === '' ? step : `${place}/${step}`;
      if (!above.has(place)) return false;
    }
    return true;
  };
}
