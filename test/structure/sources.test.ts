import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { trackedFiles } from '../scripts/tracked-files.ts';

const page = 'docs/sources.md';

const bracket = /\[(?:sources):([^\]]*)\]/g;
const list = /^ [a-z]+-\d+(?:, [a-z]+-\d+)*$/;

suite('in docs/sources.md and its citations,', (test) => {
  const facts = factsOf(readFileSync(page, 'utf8'));
  const defined = new Set(facts.map(({ id }) => id));
  const citations = citedFiles().flatMap(([file, text]) => citationsIn(file, text));
  const cited = new Set(citations.map(({ id }) => id));

  test('enough facts and citations are found', () => {
    assert.ok(facts.length > 40, `${facts.length} facts`);
    assert.ok(citations.length > 120, `${citations.length} citations`);
    assert.ok(new Set(citations.map(({ file }) => file)).size > 70);
  });

  test('each citation names a fact', () => {
    const unknown = citations.filter(({ id }) => !defined.has(id)).map(({ file, id }) => `${file}: ${id}`);
    assert.equal(unknown, []);
  });

  test('each fact is cited', () => {
    assert.equal(
      [...defined].filter((id) => !cited.has(id)),
      [],
    );
  });

  test('each fact has a source', () => assert.equal(unsourced(readFileSync(page, 'utf8')), []));

  test('facts are numbered in order, each number once', () => assert.equal(misnumbered(facts), []));

  test('each link is defined and used', () => assert.equal(brokenLinks(readFileSync(page, 'utf8')), []));

  test('no citation has another form', () => {
    assert.equal(
      citedFiles().flatMap(([file, text]) => malformedIn(text).map((found) => `${file}: ${found}`)),
      [],
    );
  });

  test('mistakes are found', () => {
    const fact = (id: string, source: string) => `- **${id}**: A rule.\n  Source: ${source}.\n`;
    const text = `## A\n\n${fact('a-1', '[Page][p]')}${fact('a-3', 'observed: A 1.2')}## B\n\n${fact('b-1', 'hearsay')}\n[p]: https://p\n`;
    assert.equal(misnumbered(factsOf(text)), ['a-3 follows a-1']);
    assert.equal(misnumbered(factsOf(fact('a-1', '') + fact('a-1', ''))), ['a-1 follows a-1']);
    assert.equal(misnumbered(factsOf(fact('a-2', ''))), ['a-2 comes first']);
    assert.equal(misnumbered(factsOf(fact('a-1', '') + fact('b-1', '') + fact('a-2', ''))), ['a-2 follows b-1']);
    assert.equal(unsourced(text), ['b-1']);
    assert.equal(unsourced(text.replace('https://p', '')), ['a-1', 'b-1']);
    assert.equal(brokenLinks(`[x][q]\n\n[p]: https://p\n`), ['q is not defined', 'p is not used']);
    const ids = citationsIn('f', citation(' a-1, b-22')).map(({ id }) => id);
    assert.equal(ids, ['a-1', 'b-22']);
    const wrong = [
      citation(' a-1 b-1'),
      citation('a-1'),
      citation(' a-1,\n * b-1'),
      '[mto' + ' 6]',
      '[argocd' + ' 1.5, 1.6]',
    ];
    for (const one of wrong) assert.is(malformedIn(`/** A rule ${one}. */`).length, 1, one);
    assert.equal(malformedIn(citation(' a-1, b-22')), []);
  });
});

interface Fact {
  readonly id: string;
  readonly text: string;
}

interface Citation {
  readonly file: string;
  readonly id: string;
}

/** A fact is a list item that starts with its number and ends at the next blank line, item or heading. */
function factsOf(text: string): readonly Fact[] {
  return text.split(/\n(?=- \*\*|#|\n)/).flatMap((item) => {
    const [, id, fact = ''] = /^- \*\*([a-z]+-\d+)\*\*:([\s\S]*)$/.exec(item) ?? [];
    return id === undefined ? [] : [{ id, text: fact }];
  });
}

function unsourced(text: string): readonly string[] {
  const links = definedLinks(text);
  const hasSource = (source: string) =>
    /\bobserved: \S|https:\/\/\S/i.test(source) || referencesIn(source).some((name) => links.has(name));
  return factsOf(text)
    .filter((fact) => !hasSource(fact.text.split('Source:')[1] ?? ''))
    .map(({ id }) => id);
}

/** Numbers start at 1 in each section and increase by 1. The facts of a section are contiguous. */
function misnumbered(facts: readonly Fact[]): readonly string[] {
  const seen = new Set<string>();
  return facts.flatMap(({ id }, index) => {
    const [section = '', number] = id.split('-');
    const previous = facts[index - 1]?.id;
    const isFirst = previous?.split('-')[0] !== section;
    const expected = isFirst ? 1 : Number(previous?.split('-')[1]) + 1;
    const isRight = Number(number) === expected && !(isFirst && seen.has(section));
    seen.add(section);
    return isRight ? [] : [previous === undefined ? `${id} comes first` : `${id} follows ${previous}`];
  });
}

function brokenLinks(text: string): readonly string[] {
  const links = definedLinks(text);
  const used = new Set(referencesIn(text));
  return [
    ...[...used].filter((name) => !links.has(name)).map((name) => `${name} is not defined`),
    ...[...links].filter((name) => !used.has(name)).map((name) => `${name} is not used`),
  ];
}

function definedLinks(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^\[([\w-]+)\]: https:\/\/\S+$/gm)].map(([, name = '']) => name));
}

function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\[([\w-]+)\]/g)].map(([, name = '']) => name);
}

function citation(inner: string): string {
  return `[${'sources'}:${inner}]`;
}

function citationsIn(file: string, text: string): readonly Citation[] {
  const lists = [...text.matchAll(bracket)].map(([, inner = '']) => inner).filter((inner) => list.test(inner));
  return lists.flatMap((inner) => inner.split(',').map((id) => ({ file, id: id.trim() })));
}

/** Also citations of sections of external documents, as in `[name 1.2]`. */
function malformedIn(text: string): readonly string[] {
  const others = text.match(/\[(?:mto|tenancy-kinds|argocd|admission|platform|github-actions) \d[^\]]*\]/g) ?? [];
  const lists = [...text.matchAll(bracket)].filter(([, inner = '']) => !list.test(inner)).map(([whole]) => whole);
  return [...lists, ...others];
}

/** Text files in Git, and new ones that Git does not ignore, except the page itself and bundles. */
function citedFiles(): readonly (readonly [file: string, text: string])[] {
  return trackedFiles()
    .filter((file) => file !== page && !file.startsWith('action/dist/'))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => !text.includes('\0'));
}
