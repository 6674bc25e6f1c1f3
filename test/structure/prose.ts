import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** A text that people read: a comment, a string in code, a page, or a name. */
export interface Prose {
  readonly sort: 'code' | 'docs' | 'name';
  readonly file: string;
  readonly text: string;
  /** The line of its first character. A function, because few pieces need it and counting lines is slow. */
  readonly line: () => number;
}

interface Named {
  readonly id?: { readonly type: string } | null;
}

const known = new Map<string, readonly Prose[]>();

/** The prose of a file; none for a file of another type. Read once per process. */
export function proseIn(file: string): readonly Prose[] {
  const prose = known.get(file) ?? [nameOf(file), ...piecesOf(file, readFileSync(file, 'utf8'))];
  known.set(file, prose);
  return prose;
}

/** The prose in the text of a file, without its name. */
export function piecesOf(file: string, text: string): readonly Prose[] {
  if (file.endsWith('.md')) return [{ sort: 'docs', file, line: () => 1, text: withoutCode(text) }];
  if (/\.(?:ts|mjs)$/.test(file)) return codeProse(file, text);
  if (file.endsWith('schema.json')) return byLine(file, text, /"description": "(.*)"/);
  return /\.(?:ya?ml|sh|rego)$|Dockerfile$/.test(file) ? byLine(file, text, /(?:^|\s)#\s(.*)$/) : [];
}

function nameOf(file: string): Prose {
  return { sort: 'name', file, line: () => 1, text: words(basename(file)) };
}

/** Blanks out code and generated parts, and keeps the line numbers. The prose of generated parts is counted in their source. */
function withoutCode(text: string): string {
  const parts = /<!-- (\w+):start -->[\s\S]*?<!-- \1:end -->|^```[\s\S]*?^```|`[^`\n]*`/gm;
  return text.replace(parts, (part) => part.replace(/[^\n]/g, ' '));
}

/** Comments, strings with more than one word, and the names of declarations. */
function codeProse(file: string, text: string): readonly Prose[] {
  const { comments, program } = parseSync(file, text);
  const pieces: Prose[] = [];
  const add = (sort: Prose['sort'], start: number, piece: string) =>
    void pieces.push({ sort, file, text: piece, line: () => text.slice(0, start).split('\n').length });
  const addText = (start: number, value: unknown) =>
    void (typeof value === 'string' && /\S\s|\s\S/.test(value) && add('code', start, value));
  const addName = ({ id }: Named) => {
    const named = id as (Named['id'] & { readonly start: number; readonly name: string }) | undefined;
    if (named?.type === 'Identifier') add('name', named.start, words(named.name));
  };
  for (const { start, value } of comments) add('code', start, value.replace(/^\s*\*+ ?/gm, ''));
  new Visitor({
    Literal: ({ start, value }) => addText(start, value),
    TemplateElement: ({ start, value }) => addText(start, value.cooked),
    VariableDeclarator: addName,
    FunctionDeclaration: addName,
    TSInterfaceDeclaration: addName,
    TSTypeAliasDeclaration: addName,
  }).visit(program);
  return pieces;
}

/** The match of the pattern's first group in each line. */
function byLine(file: string, text: string, pattern: RegExp): readonly Prose[] {
  return text.split('\n').flatMap((line, index) => {
    const found = pattern.exec(line)?.[1];
    return found === undefined ? [] : [{ sort: 'code' as const, file, line: () => index + 1, text: found }];
  });
}

/** A name as words: `readFiles.ts` becomes `read Files ts`. */
function words(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[^A-Za-z0-9]+/g, ' ');
}
