import { renderGoTemplate } from '../../../gotemplate/render.ts';

/** The keys of Secrets, as the paths of their files. */
export type SecretFiles = Readonly<Record<string, string>>;

/** The functions of gomplate that the configuration uses, and the equivalent functions of Sprig. */
const equivalents: readonly (readonly [RegExp, string])[] = [
  [/\| yaml\b/g, '| fromYaml'],
  [/\| jsonArray\b/g, '| fromJson'],
  [/\| toJSON\b/g, '| toJson'],
  [/\| strings\.TrimSpace\b/g, '| trim'],
  [/\| conv\.ToInt\b/g, '| int'],
  [/\| regexp\.Split `\\s\*,\\s\*`/g, '| nospace | splitList ","'],
  [/\bhas \. /g, 'hasKey . '],
];

/** Evaluates a configuration as gomplate does in the image of Dex. */
export function expand(template: string, files: SecretFiles): string {
  const withFiles = template
    .replace(/file\.Exists "([^"]+)"/g, (_, path: string) => String(files[path] !== undefined))
    .replace(/file\.Read "([^"]+)"/g, (_, path: string) => JSON.stringify(files[path] ?? `no file ${path}`));
  const text = equivalents.reduce((one, [pattern, name]) => one.replace(pattern, name), withFiles);
  const result = renderGoTemplate(text, {});
  if (!result.ok) throw new Error(result.problem.message);
  return result.text;
}
