import * as core from '@actions/core';
import { printable } from '../shell/text.ts';
import type { Annotation } from './ports.ts';

/** A line for the log. The runner interprets a line that starts with `::` or contains `##[` as a workflow command. */
export function logLine(text: string): string {
  return printable(text)
    .replace(/^\s*::/, ': :')
    .replaceAll('##[', '## [');
}

/**
 * Prints a workflow command. The library escapes the characters that end a property or a line. In the path of a file,
 * this function also replaces terminal control characters. GitHub then shows the annotation without its line.
 */
export function annotate({ severity, message, title, at }: Annotation): void {
  const location = at ? { file: pathOf(at.file), startLine: at.line, startColumn: at.column } : {};
  const report = { error: core.error, warning: core.warning, notice: core.notice }[severity];
  report(message, { ...location, ...(title === undefined ? {} : { title }) });
}

/** Keeps line breaks, which the library escapes, so that GitHub finds the file. */
function pathOf(file: string): string {
  return file
    .split(/([\t\r\n]+)/)
    .map((part, index) => (index % 2 === 0 ? printable(part) : part))
    .join('');
}
