import { readFileSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { sourceFilesIn } from '../source-tree.ts';

export interface FunctionSize {
  /** `file:line` of the first line. */
  readonly where: string;
  readonly lines: number;
  readonly parameters: number;
}

export interface Source {
  readonly file: string;
  readonly lines: number;
  /** Functions of every form, with or without a name or braces. */
  readonly functions: readonly FunctionSize[];
  /** Forbidden syntax, as `file:line type`. */
  readonly forbidden: readonly string[];
}

/** The measurements of every TypeScript file below the folders. */
export function measureFolders(folders: readonly string[]): readonly Source[] {
  return folders.flatMap(sourceFilesIn).map(measureFile);
}

export function measureFile(file: string): Source {
  return measure(file, readFileSync(file, 'utf8'));
}

/** Measures the text of a file. Methods, accessors and constructors are function expressions to the parser. */
export function measure(file: string, text: string): Source {
  const lineAt = lineCounter(text);
  const nodes = nodesOf(file, text);
  const functions = nodes.functions.map(({ start, end, params }) => ({
    where: `${file}:${lineAt(start)}`,
    lines: lineAt(end) - lineAt(start) + 1,
    parameters: params.length,
  }));
  const forbidden = nodes.forbidden.map(({ start, type }) => `${file}:${lineAt(start)} ${type}`);
  return { file, lines: text.split('\n').length - 1, functions, forbidden };
}

/** Returns the line of an offset. */
function lineCounter(text: string): (offset: number) => number {
  const lines = new Uint32Array(text.length + 1);
  let line = 1;
  for (let at = 0; at <= text.length; at++) {
    lines[at] = line;
    if (text[at] === '\n') line++;
  }
  return (offset) => lines[offset] ?? line;
}

interface FunctionNode {
  readonly start: number;
  readonly end: number;
  readonly params: readonly unknown[];
}

interface Nodes {
  readonly functions: readonly FunctionNode[];
  readonly forbidden: readonly Node[];
}

function nodesOf(file: string, text: string): Nodes {
  const functions: FunctionNode[] = [];
  const forbidden: Node[] = [];
  const suites = new Set<unknown>();
  const add = (node: FunctionNode) => void (suites.has(node) || functions.push(node));
  const forbid = (node: Node) => void forbidden.push(node);
  new Visitor({
    // The callback of a suite is a list of tests, each of which counts.
    CallExpression: ({ callee, arguments: [, define] }) =>
      void (callee.type === 'Identifier' && callee.name === 'suite' && suites.add(define)),
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    TSAnyKeyword: forbid,
    TSEnumDeclaration: forbid,
    ExportDefaultDeclaration: forbid,
  }).visit(parseSync(file, text).program);
  return { functions, forbidden };
}
