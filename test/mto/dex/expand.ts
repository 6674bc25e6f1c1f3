import { renderGoTemplate } from '../../../gotemplate/render.ts';

/** The keys of Secrets, as the paths of their files. */
export type SecretFiles = Readonly<Record<string, string>>;

/** The functions of gomplate that the configuration uses, and the equivalent functions of Sprig. */
const equivalents: readonly (readonly [RegExp, string])[] = [
  [/\| yaml\b/g, '| fromYaml'],
  [/\| jsonArray\b/g, '| fromJson'],
  [/\| toJSON\b/g, '| toJson'],
  [/\| strings\.TrimSpace\b/g, '| trim'],
  [/\| strings\.HasPrefix\b/g, '| hasPrefix'],
  [/\| conv\.ToInt\b/g, '| int'],
  [/\| regexp\.Split `\\s\*,\\s\*`/g, '| nospace | splitList ","'],
  [/\bhas \. /g, 'hasKey . '],
];

/** The words of expressions. All functions exist in gomplate 5.0.0, which the image of Dex contains. */
const words = new Set(
  ['conv.ToInt', 'else', 'end', 'file.Exists', 'file.Read', 'has', 'if', 'jsonArray', 'regexp.Split'].concat([
    'strings.HasPrefix',
    'strings.TrimSpace',
    'toJSON',
    'with',
    'yaml',
  ]),
);

/** The names in the expressions, except fields and variables. */
function wordsIn(template: string): readonly string[] {
  const expressions = [...template.matchAll(/\{\{(.*?)\}\}/g)].map(([, expression = '']) => expression);
  return expressions.flatMap(
    (one) => one.replace(/"[^"]*"|`[^`]*`|\$\w+|(?<!\w)\.\w+/g, '').match(/[A-Za-z][\w.]*/g) ?? [],
  );
}

/** Evaluates a configuration as gomplate does in the image of Dex. */
export function expand(template: string, files: SecretFiles): string {
  const unknown = wordsIn(template).filter((word) => !words.has(word));
  if (unknown.length > 0)
    throw new Error(
      `the configuration uses ${unknown.join(', ')}, which the list of gomplate functions does not contain`,
    );
  const withFiles = template
    .replace(/file\.Exists "([^"]+)"/g, (_, path: string) => String(files[path] !== undefined))
    .replace(/file\.Read "([^"]+)"/g, (_, path: string) => JSON.stringify(files[path] ?? `no file ${path}`));
  const text = equivalents.reduce((one, [pattern, name]) => one.replace(pattern, name), withFiles);
  const result = renderGoTemplate(text, {});
  if (!result.ok) throw new Error(result.problem.message);
  return result.text;
}
