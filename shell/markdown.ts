import { largest } from '../data/largest.ts';
import { printable } from './text.ts';

// Functions for text from a tenant's file in Markdown. The text cannot mention anyone, add a link, close a code fence or
// add HTML.

/** Returns a text as code, which GitHub shows literally. */
export function code(value: string): string {
  const text = printable(value);
  const longest = longestRun(text);
  const fence = '`'.repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(text) || text === '' ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/**
 * Returns a text as prose. Escapes the syntax of Markdown, and splits mentions, references and addresses with an invisible
 * space.
 */
export function prose(value: string): string {
  return html(value)
    .replace(/[\\`*_{}[\]()~|]/g, '\\$&')
    .replace(/^(\s*)([-+#>=]|\d+[.)])/, '$1\\$2');
}

/** The length of the longest run of backticks. */
function longestRun(text: string): number {
  return largest([...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** A code block with a fence that the text cannot close. */
export function fenced(language: string, lines: readonly string[]): string {
  const longest = largest(lines.map(longestRun), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines.map((line) => `${line}\n`).join('')}${fence}\n\n`;
}

/** Escapes a text for the content of an HTML element, and splits mentions, references and addresses. */
export function html(value: string): string {
  const escaped = printable(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replace(/[@#]|:(?=\/\/)|www(?=\.)|GH(?=-\d)/gi, `$&${apart}`);
}

/** ZERO WIDTH SPACE: GitHub detects no mention, issue number or address across it. */
const apart = '\u200b';

/** A collapsible section. Markdown inside requires the blank line after the summary. */
export function details(summary: string, inside: string): string {
  return `<details><summary>${summary}</summary>\n\n${inside}\n</details>\n\n`;
}
