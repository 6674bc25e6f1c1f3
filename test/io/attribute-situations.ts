import { contents, files, link, type Situation } from './situations.ts';

/** Attributes in the root of the repository, by their text. */
function attributesAbove(
  what: string,
  found: string | undefined,
  texts: readonly string[],
): Readonly<Record<string, Situation>> {
  const situationOf = (text: string): Situation => ({
    commit: contents({ '../.gitattributes': `${text}\n` }),
    finds: found === undefined ? {} : { '../.gitattributes': found },
  });
  return Object.fromEntries(
    texts.map((text) => [`attributes above the directory that ${what}: ${JSON.stringify(text)}`, situationOf(text)]),
  );
}

/** Attributes above the tenants directory. */
export const attributeSituations: Readonly<Record<string, Situation>> = {
  ...attributesAbove('change content', 'attributes', [
    '*.yaml ident',
    'tenants/ada.yaml working-tree-encoding=UTF-7',
    '/tenants/** filter=x',
    'TENANTS/ada.yaml ident',
    't[e]nants/*.yaml ident',
    't\\enants/ada.yaml ident',
    '"tenants/ada.yaml" ident',
    '\ufefftenants/ada.yaml ident',
    '[attr]text filter=x',
    '[attr]x filter=x\n*.yaml x',
  ]),
  ...attributesAbove('change no content of tenants', undefined, [
    '# *.yaml ident\n* text=auto eol=lf\n*.yaml diff=yaml linguist-detectable',
    '*.png filter=lfs diff=lfs merge=lfs -text\n[attr]lfs filter=lfs\n*.psd lfs lockable',
    'docs/** filter=x\n/docs/ada.yaml ident\n.github/**/*.yaml ident\ntenants-old/*.yaml ident',
  ]),
  'attributes above the directory in a link': {
    commit: link('x', '../.gitattributes', '../x'),
    finds: { '../.gitattributes': 'link' },
  },
  'a directory named .gitattributes above': { commit: files('../.gitattributes/b.yaml'), finds: {} },
};
