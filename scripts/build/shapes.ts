import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** The helpers a shape may call: y prints a value YAML-safe, the others are Handlebars' own. */
const knownHelpers = { y: true, if: true, unless: true, each: true } as unknown as KnownHelpers;

/** Each call of a helper would make objects that say where in the shape it stands, which no helper asks. */
const positions = /,"loc":\{"start":\{[^{}]*\},"end":\{[^{}]*\}\}/g;

/** A shape's identity, read from its text, so that ordering and uniqueness need no parse. */
interface Header {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Precompiles templates/*.hbs into one module, so that nothing is compiled at run time. */
export function shapesModule(): string {
  const names = readdirSync('templates')
    .filter((file) => file.endsWith('.yaml.hbs'))
    .sort();
  const entries = names.map((file) => entry(file.replace('.yaml.hbs', ''), readShape(`templates/${file}`)));
  return `export const shapes = {\n${entries.join(',\n')}\n};\n`;
}

export function shapesTypes(): string {
  return [
    "import type { TemplateSpecification } from '../core/render/shape.ts';",
    'export declare const shapes: Readonly<Record<string, {',
    '  readonly apiVersion: string; readonly kind: string; readonly main: TemplateSpecification }>>;',
    '',
  ].join('\n');
}

function entry(name: string, text: string): string {
  const { apiVersion, kind } = header(name, text);
  const options = { knownHelpers, knownHelpersOnly: true, strict: true, noEscape: true, data: false };
  const main = String(Handlebars.precompile(text, options)).replaceAll(positions, '');
  return `  ${JSON.stringify(name)}: { apiVersion: ${JSON.stringify(apiVersion)}, kind: ${JSON.stringify(kind)}, main: ${main} }`;
}

/** Partials are put in as text: a partial call at run time would re-indent its output line by line. */
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
