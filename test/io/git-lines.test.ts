import * as assert from 'uvu/assert';
import { changedLines } from '../../io/git-history.ts';
import { openMerges } from '../../io/git-merge.ts';
import { suite } from '../harness.ts';
import { inRepository } from './situations.ts';

/** Short lines in random order, which take git the longest to compare. */
function shortLines(count: number, seed: number): string {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state > 2 ** 30 ? '#' : '';
  };
  return `${Array.from({ length: count }, next).join('\n')}\n`;
}

/** Comment lines that git stores under the same hash: each consists of blocks with two spellings of the same hash. */
function collidingLines(count: number): string {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) =>
    BigInt(letter.charCodeAt(0)),
  );
  const step = (hash: bigint, code: bigint) => BigInt.asUintN(64, hash * 33n) ^ code;
  const textOf = (...codes: readonly bigint[]) => String.fromCharCode(...codes.map(Number));
  const blocks: (readonly [string, string])[] = [];
  let hash = [35n, 32n].reduce(step, 5381n);
  while (blocks.length < 17) {
    const seen = new Map<bigint, string>();
    const pairs = letters.flatMap((a) => letters.map((b) => [step(step(hash, a), b), textOf(a, b)] as const));
    const [next, second] = pairs.find(([value, text]) => seen.has(value) || !seen.set(value, text)) ?? [0n, ''];
    blocks.push([seen.get(next) ?? '', second]);
    hash = next;
  }
  const line = (index: number) => `# ${blocks.map((block, bit) => block[(index >> bit) & 1]).join('')}\n`;
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

suite('git, with texts of many short lines', (test) => {
  test('merges the texts of a request until they have 100,000 lines, and returns the rest as conflicts', () => {
    const merge = openMerges();
    const base = 'a\n'.repeat(30_000);
    assert.equal(merge(`${base}yours\n`, base, base), { text: `${base}yours\n`, hasConflicts: false });
    const text = '<<<<<<< yours\ny\n||||||| base\n=======\nt\n>>>>>>> theirs\n';
    assert.equal(merge('y', '', shortLines(10_000, 1)).hasConflicts, true);
    assert.equal(merge('y', '', 't\n'), { text, hasConflicts: true });
    assert.equal(openMerges()('y\n', '', 't\n'), { text, hasConflicts: true });
  });

  test('counts each merge as 1,000 lines more than its texts have', () => {
    const merge = openMerges(60_000);
    const merged = Array.from({ length: 101 }, () => merge('a\nb\n', 'a\n', 'a\n').hasConflicts);
    assert.equal(merged.indexOf(true), 99);
  });

  test('returns texts of half a million lines in full, as one conflict', () => {
    const [yours, base, theirs] = [1, 2, 3].map((seed) => shortLines(500_000, seed)) as [string, string, string];
    const { text, hasConflicts } = openMerges()(yours, base, theirs);
    const expected = `<<<<<<< yours\n${yours}||||||| base\n${base}=======\n${theirs}>>>>>>> theirs\n`;
    assert.equal([text === expected, hasConflicts], [true, true]);
  });

  test('returns texts that it cannot merge in time as one conflict, and all further texts as conflicts', () => {
    const merge = openMerges(200);
    const theirs = collidingLines(30_000);
    const [yours, base] = ['# y\n', '# x\n'];
    const expected = `<<<<<<< yours\n${yours}||||||| base\n${base}=======\n${theirs}>>>>>>> theirs\n`;
    assert.is(merge(yours, base, theirs).text, expected);
    assert.equal(merge('a\nb\n', 'a\n', 'a\n').hasConflicts, true);
  });

  test('reports no changed lines if the diff takes too long', () =>
    inRepository(({ root, write, commit, git }) => {
      write('tenants/evil/a.yaml', shortLines(20_000, 1));
      commit();
      const base = git('rev-parse', 'HEAD').trim();
      write('tenants/evil/a.yaml', shortLines(20_000, 2));
      commit();
      const range = { base, head: git('rev-parse', 'HEAD').trim() };
      const environment = { GIT_DIR: `${root}/.git` };
      assert.is(changedLines(range, '.', environment).size, 1);
      assert.is(changedLines(range, '.', environment, 1).size, 0);
    }));
});
