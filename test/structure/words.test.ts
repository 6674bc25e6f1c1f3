import { readFileSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { changedFiles } from '../scripts/tracked-files.ts';
import { retiredWords } from './retired-words.ts';
import { type Hit, hitsBelow, hitsInText, rootOf, unusedAllowances } from './word-count.ts';

/**
 * Counts the retired words in each root folder and compares the counts with a baseline, which may only fall. A folder that
 * the baseline does not list must have none. `npx tsx scripts/words.ts PATH` prints every use below a path.
 */
const baselineFile = 'test/structure/retired-words.json';
const explanation =
  'Retired words by root folder. Counts may only fall: UPDATE=1 npx tsx test/run.ts test structure/words';

suite('the search for retired words', (test) => {
  test('finds as many of them in each folder as the baseline, and none in any other folder', () => {
    const before = readBaseline();
    const hits = hitsBelow('');
    const now = countByRoot(hits);
    const risen = [...now].filter(([root, count]) => count > (before.get(root) ?? 0));
    if (process.env['UPDATE'] === '1') writeBaseline(before, now);
    assert.equal(risen, [], risen.map(([root]) => report(root, before, hits)).join('\n'));
    if (process.env['UPDATE'] === '1') return;
    const fallen = [...before].filter(([root, count]) => count > (now.get(root) ?? 0)).map(([root]) => root);
    assert.equal(fallen, [], `lower the baseline: UPDATE=1 npx tsx test/run.ts test structure/words`);
  });

  test('uses every allowed phrase', () => {
    assert.equal(
      unusedAllowances().map(({ under, phrase }) => `${under} ${phrase}`),
      [],
    );
  });

  for (const [file, text, found] of [
    ['a.ts', '/** A file is\n * told. */', ['told']],
    ['a.ts', 'f(); // made anew', ['made', 'anew']],
    ['a.ts', "const x = 'it lies there';", ['lies']],
    ['a.ts', 'const x = `it is no name`;', ['is no']],
    ['a.ts', "const x = 'told';", []],
    ['a.ts', "import './told there.ts'; const fault = tell(made);", ['fault', 'told']],
    ['a.ts', 'const tornFile = 1; function presume() {} interface House {}', ['torn', 'presume', 'House']],
    ['a.ts', "const x = 'there is no file', y = 'it is no longer there', z = 'one, for example this';", []],
    ['a.ts', 'const labelledRows = 1; // the colour', ['colour', 'labelled']],
    ['a.md', 'The file is held\nagainst the schema, for it is new.', ['held against', 'for it']],
    ['a.md', 'A `fault` in a fault.\n```\nfault\n```', ['fault']],
    ['a.md', '<!-- a:start -->\nA fault.\n<!-- a:end -->\nA fault.', ['fault']],
    ['kinds/a/b/schema.json', '{\n"description": "What it says.",\n"examples": ["it is told"]\n}', ['says']],
    ['a.yaml', 'x: told # as Helm has it', ['as Helm has it']],
    ['a.sh', 'echo told # knows no end', ['knows no']],
    ['a.json', '{"told": "it is told"}', []],
  ] as const)
    test(`finds ${found.length} in ${JSON.stringify(text)}`, () => {
      const hits = hitsInText(file, text);
      assert.equal(hits.map((hit) => hit.found).sort(), [...found].sort());
    });

  test('finds something with every pattern', () => {
    const sample = [
      'It says that, held against each other, they are held by us anew and written over what lies there.',
      'It is no file and knows no end. What is a tenant’s, whose the file is, has two of one name, for it is new,',
      'so that nobody makes a fault that is dealt, mended, let in, admitted or brings it, as Helm has it,',
      'in the house that stands, of any colour.',
    ].join('\n');
    const used = new Set(hitsInText('a.md', sample).map(({ instead }) => instead));
    assert.equal(
      retiredWords.filter(({ instead }) => !used.has(instead)),
      [],
    );
  });

  test('reports the line of a hit', () => {
    assert.is(hitsInText('a.ts', '\n/**\n * One.\n * It is told. */')[0]?.line, 4);
  });
});

function countByRoot(hits: readonly Hit[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of hits) counts.set(rootOf(file), (counts.get(rootOf(file)) ?? 0) + 1);
  return counts;
}

function readBaseline(): ReadonlyMap<string, number> {
  const { '//': _, ...counts } = JSON.parse(readFileSync(baselineFile, 'utf8')) as Readonly<Record<string, number>>;
  return new Map(Object.entries(counts));
}

/** Lowers counts and drops folders that have reached zero. It never raises a count. */
function writeBaseline(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): void {
  const lower = [...before].map(([root, count]) => [root, Math.min(count, now.get(root) ?? 0)] as const);
  const kept = lower.filter(([, count]) => count > 0).sort();
  writeFileSync(baselineFile, `${JSON.stringify({ '//': explanation, ...Object.fromEntries(kept) }, null, 2)}\n`);
}

/** The first hits of a folder, those in files with uncommitted changes first. */
function report(root: string, before: ReadonlyMap<string, number>, all: readonly Hit[]): string {
  const changed = changedFiles();
  const hits = all.filter(({ file }) => rootOf(file) === root);
  const [own, others] = [true, false].map((is) => hits.filter(({ file }) => changed.includes(file) === is));
  const lines = [...(own ?? []), ...(others ?? [])].slice(0, 20).map(lineOf);
  return [`${root} has ${hits.length} retired words; at most ${before.get(root) ?? 0} are allowed:`, ...lines].join(
    '\n',
  );
}

function lineOf({ file, line, found, instead }: Hit): string {
  return `  ${file}:${line} ${found} (write: ${instead})`;
}
