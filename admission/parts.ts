import { mostParts } from './cel.ts';

/** The starts of a text before each separator, as `startsBefore` in CEL. */
export function startsBefore(separator: string, text: string): readonly string[] {
  return positions(separator, text).map((at) => text.slice(0, at));
}

/** The ends of a text after each separator, as `endsAfter` in CEL. */
export function endsAfter(separator: string, text: string): readonly string[] {
  return positions(separator, text).map((at) => text.slice(at + separator.length));
}

function positions(separator: string, text: string): readonly number[] {
  const found: number[] = [];
  let at = text.indexOf(separator);
  while (at >= 0 && found.length < mostParts) {
    found.push(at);
    at = text.indexOf(separator, at + 1);
  }
  return found;
}
