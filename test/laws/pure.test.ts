import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';

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
/** In the ECMAScript library, and still not the same on every machine or every run. */
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
const pureFiles = ['core', 'kinds', 'templates', 'import'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

suite('law: core, kinds, templates and import are pure', (test) => {
  test('the compiler accepts them without the types of any host', () => {
    const { status, stdout } = compile('tsconfig.core.json');
    assert.is(status, 0, stdout);
  });

  test('the compiler refuses a host among them', () => {
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

  test('they import only each other and packages that touch nothing', () => {
    assert.ok(pureFiles.length > 40);
    for (const file of pureFiles) {
      const { module } = parseSync(file, readFileSync(file, 'utf8'));
      for (const { moduleRequest } of module.staticImports) {
        const from = moduleRequest.value;
        const inside = from.startsWith('.') && /^(?:core|kinds|templates|import|build)\//.test(join(file, '..', from));
        assert.ok(inside || packages.includes(from), `${file} imports ${from}`);
      }
      assert.is(module.dynamicImports.length, 0, file);
    }
  });

  test('they know no clock, no randomness, no locale and no eval', () => {
    for (const file of pureFiles) {
      const found: string[] = [];
      new Visitor({ Identifier: ({ name }) => void (banned.includes(name) && found.push(name)) }).visit(
        parseSync(file, readFileSync(file, 'utf8')).program,
      );
      assert.equal(found, [], file);
    }
  });
});

function compile(project: string): { readonly status: number | null; readonly stdout: string } {
  return spawnSync('node_modules/.bin/tsc', ['-p', project], { encoding: 'utf8' });
}
