/**
 * Splits a YAML text into its documents, each with the marker before it. Comments before the first marker belong to the
 * first document. The texts together are the whole text. YAML allows a line that starts with `---` only as a marker,
 * even inside a block scalar.
 */
export function documentTexts(text: string): readonly string[] {
  const starts = [...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index);
  const first = starts[0] ?? 0;
  const cuts = isBlank(text.slice(0, first)) ? starts.slice(1) : starts;
  const bounds = [0, ...cuts, text.length];
  return bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
}

/** Whether a text has only comments, directives and empty lines. */
function isBlank(text: string): boolean {
  return text.split(/\r\n|\r|\n/).every((line) => /^\s*(?:#.*)?$|^%/.test(line));
}
