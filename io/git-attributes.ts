import type { SourceFile } from '../leasehold.ts';

/** Attributes that do not change content, or change only line endings, which do not matter in YAML. */
const harmless = /^[-!]?(?:text|eol|binary|diff|merge|whitespace|export-ignore|(?:linguist|gitlab)-[a-z-]+)(?:=.*)?$/;
/** A pattern that matches only files of other types. */
const otherType = /\.(?!(?:ya?ml|json)$)[a-z0-9]+$/i;

export function isAttributesName(name: string): boolean {
  return name.toLowerCase() === '.gitattributes';
}

/**
 * Removes attribute files that do not change the content of source files. The others stay as files with a problem: with
 * `ident`, `filter` or `working-tree-encoding`, Git checks out different text than the commit contains, so a review and
 * a render would read different resources [sources: git-2].
 */
export function withAttributes(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.flatMap((file): readonly SourceFile[] => {
    if (!isAttributesName(file.path.slice(file.path.lastIndexOf('/') + 1))) return [file];
    if ('unreadable' in file) return [file];
    return file.text.split('\n').every(isHarmless) ? [] : [{ path: file.path, unreadable: 'attributes' }];
  });
}

/** Splits at the characters that Git treats as blank. Any other whitespace is part of a pattern. */
function isHarmless(line: string): boolean {
  const [pattern = '', ...attributes] = line.split(/[ \t\r]+/).filter((word) => word !== '');
  if (pattern.startsWith('#') || attributes.every((attribute) => harmless.test(attribute))) return true;
  return otherType.test(pattern) && !pattern.startsWith('"') && !pattern.startsWith('[attr]');
}
