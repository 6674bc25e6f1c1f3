import { unmentionedChoices } from '../core/problem/format.ts';
import type { Problem, SourceFile } from '../leasehold.ts';
import { printable } from '../shell/text.ts';
import type { Paint } from './style.ts';

/**
 * A problem, with the line that it refers to:
 *
 *     tenants/acme.yaml:9:14 error not-a-choice spec.plan_tier
 *       9 │   plan_tier: gold
 *         │              ^^^^
 *       plan_tier is "gold"; it must be one of free, team, enterprise
 */
export function caret(problem: Problem, file: SourceFile | undefined, paint: Paint): string {
  const { at, code, severity, message, fix } = problem;
  const color = severity === 'error' ? 'red' : 'yellow';
  const place = at.file === '' ? '' : `${paint('bold', `${printable(at.file)}:${at.line}:${at.column}`)} `;
  const head = `${place}${paint(color, severity)} ${code}${at.path === '' ? '' : ` ${paint('dim', printable(at.path))}`}\n`;
  const excerpt = sourceLines(at, file, (text) => paint(color, text), paint);
  const help = fix === undefined ? '' : `  ${paint('cyan', 'fix:')} ${printable(fix)}\n`;
  const choices = unmentionedChoices(problem);
  const choicesLine = choices === undefined ? '' : `  ${paint('cyan', 'choices:')} ${printable(choices)}\n`;
  return `${head}${excerpt}  ${printable(message)}\n${help}${choicesLine}\n`;
}

/** The maximum number of columns to show of a source line: a minified file must not fill the screen. */
const window = 100;

function sourceLines(
  at: Problem['at'],
  file: SourceFile | undefined,
  mark: (text: string) => string,
  paint: Paint,
): string {
  const line = file && 'text' in file ? file.text.split('\n', at.line)[at.line - 1] : undefined;
  if (line === undefined || line.trim() === '') return '';
  const start = Math.max(0, at.column - 1 - window / 2);
  const shown = printable(line.slice(start, start + window).trimEnd());
  const before = printable(line.slice(start, at.column - 1));
  const gutter = String(at.line);
  const bar = paint('dim', '│');
  const carets = '^'.repeat(Math.max(1, tokenLength(line, at.column - 1, start + window)));
  return `  ${paint('dim', gutter)} ${bar} ${shown}\n  ${' '.repeat(gutter.length)} ${bar} ${' '.repeat(cells(before))}${mark(carets)}\n`;
}

/** The width of the key or value at a column. A value ends before a comment. */
function tokenLength(line: string, start: number, end: number): number {
  const token =
    /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s:#]+(?=:(?:\s|$))|[^\s#](?:[^#]*[^\s#])?)/.exec(line.slice(start, end))?.[0] ??
    '';
  return cells(printable(token));
}

/** The number of terminal cells of a text. East Asian characters and emoji take two cells, and combining marks none. */
function cells(text: string): number {
  const wide = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu,
  );
  const none = text.match(/\p{Mn}/gu);
  return [...text].length + (wide?.length ?? 0) - (none?.length ?? 0);
}
