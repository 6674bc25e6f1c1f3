import type { KindNames } from './name.ts';

/** Adds a kind to the text of kinds/index.ts, after the other kinds of its system. The formatter sorts the imports. */
export function register(text: string, { system, slug, constant }: KindNames): string {
  const [imports, list, ...more] = text.split(opening);
  if (list === undefined || more.length > 0) throw new Error(`kinds/index.ts must have "${opening.trim()}" once`);
  const own = [...(imports ?? '').matchAll(/^import \{ (\w+) \} from '\.\/([\w-]+)\//gm)]
    .filter(([, , folder]) => folder === system)
    .map(([, name]) => `  ${name},`);
  const lines = list.split('\n');
  const last = lines.findLastIndex((line) => own.includes(line));
  const place = last < 0 ? lines.indexOf('];') : last + 1;
  const entries = [...lines.slice(0, place), `  ${constant},`, ...lines.slice(place)].join('\n');
  return `import { ${constant} } from './${system}/${slug}/index.ts';\n${imports}${opening}${entries}`;
}

const opening = 'export const kinds: readonly AnyKind[] = [\n';
