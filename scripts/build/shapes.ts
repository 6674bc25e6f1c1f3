import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** The identity of a shape, read from its text, so that sorting and checking for duplicates need no parser. */
interface Header {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Compiles templates/*.yaml.hbs into one module of functions, so that nothing is compiled at run time. */
export function shapesModule(): string {
  const names = readdirSync('templates')
    .filter((file) => file.endsWith('.yaml.hbs'))
    .sort();
  const entries = names.map((file) => entry(file.replace('.yaml.hbs', ''), readShape(`templates/${file}`)));
  return `export const shapes = {\n${entries.join(',\n')}\n};\n`;
}

export function shapesTypes(): string {
  return [
    "import type { ShapeFunction } from '../templates/shape-function.ts';",
    'export declare const shapes: Readonly<Record<string, {',
    '  readonly apiVersion: string; readonly kind: string; readonly main: ShapeFunction }>>;',
    '',
  ].join('\n');
}

function entry(name: string, text: string): string {
  const { apiVersion, kind } = header(name, text);
  const main = `(view, metadata, y, isSet) => ${compileBody(Handlebars.parse(text).body, name)}`;
  return `  ${JSON.stringify(name)}: { apiVersion: ${JSON.stringify(apiVersion)}, kind: ${JSON.stringify(kind)}, main: ${main} }`;
}

type Statement = hbs.AST.Statement;

/**
 * The restricted language of shapes, as one expression: text, `{{y field indent}}`, `{{#if field}}` and
 * `{{#unless field}}`. The code that Handlebars generates looks up helpers and wraps blocks at each call, which takes
 * longer than printing. A test compares the output of both.
 */
function compileBody(body: readonly Statement[], shape: string): string {
  const parts = body.map((statement) => compileStatement(statement, shape)).filter((part) => part !== '""');
  return parts.length === 0 ? '""' : parts.join(' + ');
}

function compileStatement(statement: Statement, shape: string): string {
  const { path, params } = statement as hbs.AST.MustacheStatement;
  const helper = path && (path as hbs.AST.PathExpression).original;
  if (statement.type === 'ContentStatement') return JSON.stringify((statement as hbs.AST.ContentStatement).value);
  if (statement.type === 'MustacheStatement' && helper === 'y') return `y(${compileArguments(params, shape)})`;
  if (statement.type !== 'BlockStatement' || (helper !== 'if' && helper !== 'unless'))
    throw new Error(`templates/${shape}.yaml.hbs contains more than y, if and unless`);
  const { program, inverse } = statement as hbs.AST.BlockStatement;
  const branches = [compileBody(program.body, shape), compileBody(inverse?.body ?? [], shape)];
  const [then, otherwise] = helper === 'if' ? branches : branches.toReversed();
  return `(isSet(${compileArguments(params, shape)}) ? ${then} : ${otherwise})`;
}

function compileArguments(params: readonly hbs.AST.Expression[], shape: string): string {
  return params.map((param) => compileArgument(param, shape)).join(', ');
}

/** The pipeline completes labels and annotations, so they are passed next to the view. */
function compileArgument(param: hbs.AST.Expression, shape: string): string {
  if (param.type === 'NumberLiteral') return String((param as hbs.AST.NumberLiteral).value);
  const { original } = param as hbs.AST.PathExpression;
  if (param.type !== 'PathExpression' || !/^[A-Za-z]+$/.test(original))
    throw new Error(`templates/${shape}.yaml.hbs: ${original} is not the name of a field`);
  return `${['annotations', 'labels'].includes(original) ? 'metadata' : 'view'}.${original}`;
}

/** Partials are inlined, because a partial call at run time would indent its output again line by line. */
function readShape(path: string): string {
  return readFileSync(path, 'utf8').replace(/^{{> ([a-z-]+)}}\n/gm, (_, name: string) =>
    readFileSync(`templates/partials/${name}.hbs`, 'utf8'),
  );
}

function header(name: string, text: string): Header {
  const apiVersion = /^apiVersion: (\S+)\n/.exec(text)?.[1];
  const kind = /^kind: (\S+)$/m.exec(text)?.[1];
  if (!apiVersion || !kind) throw new Error(`templates/${name}.yaml.hbs must begin with apiVersion and name its kind`);
  return { apiVersion, kind };
}
