/**
 * Replaces each part between its markers. Throws if a marker is missing or duplicated, because the part would become
 * stale.
 */
export function fill(text: string, parts: Readonly<Record<string, string>>, file: string): string {
  return Object.entries(parts).reduce((now, [name, content]) => {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
    const [before, rest, ...more] = now.split(start);
    const after = rest?.split(end);
    if (more.length > 0 || after?.length !== 2) throw new Error(`${file} must have ${start} and ${end} once`);
    return `${before}${start}\n${content}\n${end}${after[1]}`;
  }, text);
}
