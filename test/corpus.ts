import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { render, type SourceFile } from '../core/index.ts';
import { parse } from '../core/parse/parse.ts';
import type { Emit } from '../core/render/shape.ts';
import { resolve } from '../core/resolve/resolve.ts';
import { validate } from '../core/validate/validate.ts';
import { kinds } from '../kinds/index.ts';

/** A repository that the laws are held against. */
export interface Repository {
  readonly name: string;
  readonly files: readonly SourceFile[];
}

/** The sample repository and every case of every kind, right and wrong. */
export function corpus(): readonly Repository[] {
  const cases = readdirSync('kinds').flatMap((kind) => {
    const root = `kinds/${kind}/cases`;
    return existsSync(root)
      ? readdirSync(root).map((sentence) => readRepository(`${root}/${sentence}`, /^in.*\.yaml$/))
      : [];
  });
  return [readRepository('tenants', /\.yaml$/), ...cases];
}

/** The repositories that render without an error. */
export function rightCorpus(): readonly Repository[] {
  return corpus().filter(({ files }) => render(files).ok);
}

function readRepository(folder: string, names: RegExp): Repository {
  const files = readdirSync(folder).filter((name) => names.test(name));
  return {
    name: folder,
    files: files.map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
  };
}

/** The views that a repository's resources are rendered from. */
export function emitsOf(files: readonly SourceFile[]): readonly Emit[] {
  const parsed = parse(files);
  const resolved = resolve({ ...validate(parsed.documents) }, kinds);
  const own = [...resolved.resources].flatMap(
    ([known, resource]) => known.kind.compile(resource, resolved.world, () => undefined)?.emits ?? [],
  );
  return [
    ...own,
    ...kinds.flatMap((kind) => (resolved.world.all(kind.id).length > 0 ? kind.shared(resolved.world) : [])),
  ];
}
