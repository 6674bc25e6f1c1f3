import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { SourceSystemName } from '../import/index.ts';
import type { SourceFile } from '../leasehold.ts';

/** A folder of import/<system>/cases or import/operators/cases/<system>, named after its claim. */
export interface ImportCase {
  readonly folder: string;
  readonly title: string;
  /** in.yaml, or several in*.yaml. */
  readonly files: readonly SourceFile[];
}

export function importCases(system: SourceSystemName): readonly ImportCase[] {
  const shared = `import/operators/cases/${system}`;
  const root = existsSync(shared) ? shared : `import/${system}/cases`;
  return readdirSync(root)
    .sort()
    .map((name) => ({
      folder: `${root}/${name}`,
      title: name.replaceAll('-', ' '),
      files: readdirSync(`${root}/${name}`)
        .filter((file) => /^in.*\.yaml$/.test(file))
        .sort()
        .map((file) => ({ path: file, text: readFileSync(`${root}/${name}/${file}`, 'utf8') })),
    }));
}
