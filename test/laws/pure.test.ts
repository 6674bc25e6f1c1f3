import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { triesAll } from '../runs.ts';
import { composition, pureFiles, pureFolders, pureParts } from '../source-tree.ts';

const impure = [
  'process.exit()',
  "fetch('x')",
  'console.log()',
  'setTimeout(() => {})',
  'new URL("x")',
  'Buffer.from("")',
  'window',
  "import 'node:fs'",
];
const packages = ['yaml', 'fastest-levenshtein', '@noble/hashes/sha2.js', '@noble/hashes/utils.js', 're2js'];
/** Names in the ECMAScript library whose results can differ between machines or runs, or that provide access to others. */
const banned = [
  'Date',
  'Intl',
  'eval',
  'Function',
  'performance',
  'globalThis',
  'localeCompare',
  'toLocaleString',
  'random',
  'WeakRef',
];
const files = pureFiles();
const inside = new RegExp(`^(?:(?:${[...pureFolders, ...pureParts, 'build'].join('|')})/|${composition}$)`);

suite('law: the core and everything it imports are pure', (test) => {
  // `npm run check` also compiles them, so this test is only part of `npm run laws`.
  if (triesAll)
    test('the compiler accepts them without host types', () => {
      const { status, stdout } = compile('tsconfig.core.json');
      assert.is(status, 0, stdout);
    });

  test('the compiler rejects the use of a host type', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leasehold-impure-'));
    try {
      const names = impure.map((code, index) => {
        writeFileSync(join(folder, `${index}.ts`), `${code};\nexport {};\n`);
        return `${index}.ts`;
      });
      const config = { extends: resolve('tsconfig.core.json'), include: ['*.ts'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const { stdout } = compile(join(folder, 'tsconfig.json'));
      for (const name of names) assert.ok(stdout.includes(`${name}(`), `${impure[Number.parseInt(name, 10)]} compiles`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('they import only each other and packages without side effects', () => {
    assert.ok(files.length > 200);
    const used = new Set<string>();
    for (const file of files) {
      const { module } = parseSync(file, readFileSync(file, 'utf8'));
      for (const { moduleRequest } of module.staticImports) {
        const from = moduleRequest.value;
        const isInside = from.startsWith('.') && inside.test(join(file, '..', from));
        assert.ok(isInside || packages.includes(from), `${file} imports ${from}`);
        if (!isInside) used.add(from);
      }
      assert.is(module.dynamicImports.length, 0, file);
    }
    assert.equal([...used].sort(), [...packages].sort());
  });

  test('they use no clock, randomness, locale or eval', () => {
    // Only files with a banned word, or with an escape that could hide one, are parsed.
    const words = new RegExp(`\\b(?:${banned.join('|')})\\b|\\\\u`);
    for (const file of files) {
      const found: string[] = [];
      const text = readFileSync(file, 'utf8');
      if (!words.test(text)) continue;
      new Visitor({ Identifier: ({ name }) => void (banned.includes(name) && found.push(name)) }).visit(
        parseSync(file, text).program,
      );
      assert.equal(found, [], file);
    }
  });
});

function compile(project: string): { readonly status: number | null; readonly stdout: string } {
  // The compiler is a short-lived Go program, so garbage collection only costs time.
  const env = { ...process.env, GOGC: 'off' };
  return spawnSync('node_modules/.bin/tsc', ['-p', project], { encoding: 'utf8', env });
}
