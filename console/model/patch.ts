import { createTwoFilesPatch } from 'jsdiff';

/** A patch of a file that `git apply` accepts. An undefined text means a missing file. Empty if nothing changes. */
export function patchOf(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return '';
  const [old, now] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const printed = createTwoFilesPatch('a', 'b', before ?? '', after ?? '', '', '', { context: 3 });
  const start = printed.indexOf('@@ ');
  const from = before === undefined ? '/dev/null' : old;
  const to = after === undefined ? '/dev/null' : now;
  const content = start < 0 ? '' : `--- ${from}\n+++ ${to}\n${printed.slice(start)}`;
  return `diff --git ${old} ${now}\n${modeLine(before, after)}${content}`;
}

function modeLine(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return 'new file mode 100644\n';
  return after === undefined ? 'deleted file mode 100644\n' : '';
}

const encoder = new TextEncoder();

/** A path in Git's patch format: quoted, with octal bytes, unless it has only plain characters. */
function quoted(path: string): string {
  if (/^[\w./@+-]+$/.test(path)) return path;
  const bytes = [...encoder.encode(path)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') return `\\${character}`;
    return byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
