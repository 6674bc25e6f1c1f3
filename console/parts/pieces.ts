/** A part of a line of YAML. */
interface Piece {
  readonly sort: 'key' | 'text' | 'comment' | 'mark' | 'value';
  readonly text: string;
}

/** Splits a line into pieces for syntax highlighting, without changing its text. */
export function piecesOf(line: string): readonly Piece[] {
  const key = /^(\s*(?:- )*)((?:[\w./-]+|"[^"]*"|'[^']*'))(:)(?=\s|$)/.exec(line);
  if (/^\s*#/.test(line)) return [{ sort: 'comment', text: line }];
  if (!key) return valuePieces(line);
  const [all, lead = '', name = '', colon = ''] = key;
  return [
    { sort: 'mark', text: lead },
    { sort: 'key', text: name },
    { sort: 'mark', text: colon },
    ...valuePieces(line.slice(all.length)),
  ];
}

function valuePieces(text: string): readonly Piece[] {
  const comment = /\s#.*$/.exec(text);
  const value = comment ? text.slice(0, comment.index) : text;
  const sort = /^\s*(?:- )?["']/.test(value) ? 'text' : 'value';
  return [{ sort, text: value }, ...(comment ? [{ sort: 'comment', text: comment[0] } as const] : [])];
}
