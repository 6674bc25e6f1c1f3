import { printable } from './text.ts';

/** Text of a tenant's file in Markdown: it can neither notify, link, close a fence nor bring HTML of its own. */

/** As code, which GitHub shows literally. */
export function code(value: string): string {
  const text = printable(value);
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(text) || text === '' ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** As prose: what means something to Markdown or GitHub is escaped or parted by an invisible space. */
export function prose(value: string): string {
  return html(value)
    .replace(/[\\`*_{}[\]()~|]/g, '\\$&')
    .replace(/^(\s*)([-+#>=]|\d+[.)])/, '$1\\$2')
    .replace(/[@#]|:(?=\/\/)|www(?=\.)|GH(?=-\d)/gi, `$&${apart}`);
}

/** A block of code, closed only by its own fence. */
export function fenced(language: string, lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines.map((line) => `${line}\n`).join('')}${fence}\n\n`;
}

/** For the inside of an HTML element. */
export function html(value: string): string {
  return printable(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** ZERO WIDTH SPACE: no mention, issue number or address is seen across it. */
const apart = '\u200b';

/** A part that can be folded, with the blank line after its summary that Markdown inside needs. */
export function details(summary: string, inside: string): string {
  return `<details><summary>${summary}</summary>\n\n${inside}\n</details>\n\n`;
}
