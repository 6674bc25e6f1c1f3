/** Puts each part between its markers. A marker that is absent or doubled would leave a part stale for ever: it throws. */
export function fill(text: string, parts: Readonly<Record<string, string>>, file: string): string {
  return Object.entries(parts).reduce((now, [name, content]) => {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
    const [before, rest, ...more] = now.split(start);
    const after = rest?.split(end);
    if (more.length > 0 || after?.length !== 2) throw new Error(`${file} must have ${start} and ${end} once`);
    return `${before}${start}\n${content}\n${end}${after[1]}`;
  }, text);
}
