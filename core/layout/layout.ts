import { withoutMarker } from '../../yaml/print-yaml.ts';
import type { Manifest } from '../print/manifest.ts';
import { baseName } from '../source/source.ts';

/** A file to write. Its path is relative to the output directory. */
export interface OutputFile {
  readonly path: string;
  /** Concatenated on each access, because storing it would keep all output in memory twice. */
  readonly text: string;
}

/** Groups manifests into output files. The manifests must be sorted by file. */
export function layout(manifests: readonly Manifest[]): readonly OutputFile[] {
  const files: OutputFile[] = [];
  for (let start = 0; start < manifests.length; ) {
    const path = (manifests[start] as Manifest).file;
    let end = start + 1;
    while (manifests[end]?.file === path) end++;
    files.push(toFile(path, manifests.slice(start, end)));
    start = end;
  }
  return files;
}

function toFile(path: string, manifests: readonly Manifest[]): OutputFile {
  return {
    path,
    get text() {
      return fileText(manifests);
    },
  };
}

function fileText(manifests: readonly Manifest[]): string {
  const file = manifests[0]?.origin?.file;
  const source =
    file === undefined
      ? 'the files of the Platform and the tenants. Edit those'
      : `${oneLine(baseName(file))}. Edit that`;
  return `# Rendered by leasehold from ${source}, not this.\n${manifests.map(({ text }) => `---\n${text}`).join('')}`;
}

/** Escapes a file name for a comment. File names can contain any character, including line breaks. */
function oneLine(name: string): string {
  return withoutMarker(/^[ -~]*$/.test(name) ? name : JSON.stringify(name).replace(/[^ -~]/g, '?'));
}
