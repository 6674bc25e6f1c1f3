import { isMapping, type Tree } from '../../data/tree.ts';

/** A manifest for a Template that renders the object. Escapes text that looks like predefined parameters. */
export function escaped(body: Tree): Tree {
  return withTexts(body, (text) => text.replaceAll(/\$\{(?=(?:namespace|tenant)\})/gi, () => '$${')) as Tree;
}

/** The manifest with a parameter in place of each text that equals the name of the namespace. */
export function parametrized(manifest: Tree, namespace: string): Tree {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of a Template
  return withTexts(manifest, (text) => (text === namespace ? '${namespace}' : text)) as Tree;
}

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, change)]));
}
