/**
 * The maximum number of values in the JSON of a request. Files are single strings, so requests have few values. Parsing and
 * checking millions of values takes seconds in the thread that responds to all requests.
 */
const maxValues = 50_000;

/** Whether a JSON text has few values. Counts brackets and commas outside strings, so it is an estimate. */
export function hasFewValues(text: string): boolean {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '"') index = endOfString(text, index);
    else if (char === ',' || char === '[' || char === '{') count += 1;
    if (count > maxValues) return false;
  }
  return true;
}

/** The index of the quotation mark that ends a string; the length of the text if none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text[start - 1] === '\\') start -= 1;
  return (index - start) % 2 === 1;
}
