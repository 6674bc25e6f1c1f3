import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { quickest } from '../quickest.ts';
import { contents, inSandbox, kleffTenant, program, type Sandbox, spawn } from './sandbox.ts';

const tooDeep = /odd\.yaml:1:1 error (?:invalid-yaml: the document is nested too deeply|not-a-resource)/;

/** Files that an author might commit, and the expected output of check. */
const files: readonly (readonly [what: string, content: string | Uint8Array, expected: RegExp])[] = [
  [
    'of ten megabytes',
    `a: ${'x'.repeat(10 * 1024 * 1024)}\n`,
    /odd\.yaml:1:1 error unreadable-file: tenants\/odd\.yaml is larger than 4 MiB/,
  ],
  [
    'that is binary',
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]),
    /odd\.yaml:1:1 error unreadable-file: .* is not UTF-8 text/,
  ],
  ['in UTF-16', Buffer.from(`\ufeff${kleffTenant('odd')}`, 'utf16le'), /unreadable-file: .* is not UTF-8 text/],
  [
    'with exponential aliases',
    bomb(),
    /odd\.yaml:\d+:\d+ error invalid-yaml: with aliases, a value occurs more than 100 times/,
  ],
  ['of nested brackets', `${'['.repeat(100_000)}\n`, tooDeep],
  ['of nested lists', `${'- '.repeat(100_000)}\n`, tooDeep],
  ['of nested keys', Array.from({ length: 2500 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''), tooDeep],
  ['with tabs', 'kind: Tenant\nspec:\n\tplan: basic\n', /odd\.yaml:3:1 error invalid-yaml: tabs/],
  [
    'with a key twice',
    kleffTenant('odd').replace('  plan', '  plan: free\n  plan'),
    /odd\.yaml:9:3 error invalid-yaml: the mapping contains the key plan twice/,
  ],
  ['that is empty JSON', '{}', /odd\.yaml:1:1 error not-a-resource/],
  ['that is prose', 'Dear colleague,\nplease add a tenant.\n', /odd\.yaml:1:1 error not-a-resource/],
];

/** Unusual but valid files, which render like the plain file. */
const valid: readonly (readonly [what: string, content: string])[] = [
  ['with Windows line endings', kleffTenant('odd').replaceAll('\n', '\r\n')],
  ['with a byte order mark', `\ufeff${kleffTenant('odd')}`],
  ['without a trailing newline', kleffTenant('odd').trimEnd()],
  [
    'that is JSON',
    '{"apiVersion":"kleff.kleff.io/v1","kind":"Tenant","metadata":{"name":"odd","namespace":"tenants"},"spec":{"plan":"basic","userId":"user-odd","username":"odd"}}',
  ],
];

suite('among the files of authors,', (test) => {
  for (const [what, content, expected] of files) {
    test(`a file ${what} is reported, next to the errors of other files`, () =>
      inSandbox(async ({ write, cli }) => {
        write('tenants/odd.yaml', content);
        write('tenants/gold.yaml', kleffTenant('gold', 'gold'));
        const { code, stdout, stderr } = await cli('check');
        assert.is(code, 1);
        assert.is(stderr, '');
        assert.match(stdout, expected);
        assert.match(stdout, /tenants\/gold\.yaml:8:9 error not-a-choice/);
        assert.ok(stdout.length < 5000, 'the file is not quoted at length');
      }));
  }

  for (const [what, content] of valid) {
    test(`a file ${what} renders like any other`, () =>
      inSandbox(async ({ write, cli, path }) => {
        write('tenants/odd.yaml', content);
        assert.is((await cli('render', '--out', 'odd')).code, 0);
        write('tenants/odd.yaml', kleffTenant('odd'));
        assert.is((await cli('render', '--out', 'plain')).code, 0);
        assert.equal(contents(path('odd')), contents(path('plain')));
      }));
  }
});

suite('among links, pipes and unreadable files,', (test) => {
  test('every link in place of a source file or a directory is rejected, regardless of its target', () =>
    inSandbox(async ({ write, cli, path }) => {
      write('secret/passwd.yaml', kleffTenant('evil'));
      write('tenants/shared/base.txt', kleffTenant('linked'));
      symlinkSync(path('secret/passwd.yaml'), path('tenants/out.yaml'));
      symlinkSync(path('secret'), path('tenants/folder'));
      symlinkSync(path('tenants/nothing'), path('tenants/broken.yaml'));
      symlinkSync(path('tenants/shared/base.txt'), path('tenants/within.yaml'));
      const { code, stdout } = await cli('check');
      assert.is(code, 1);
      assert.equal(
        stdout.split('\n').map((line) => line.split(' (')[0]),
        [
          'tenants/broken.yaml:1:1 error unreadable-file: tenants/broken.yaml is a symbolic link, which is not followed',
          'tenants/folder:1:1 error unreadable-file: tenants/folder is a symbolic link, which is not followed',
          'tenants/out.yaml:1:1 error unreadable-file: tenants/out.yaml is a symbolic link, which is not followed',
          'tenants/within.yaml:1:1 error unreadable-file: tenants/within.yaml is a symbolic link, which is not followed',
          '4 files: 4 errors',
          '',
        ],
      );
    }));

  test('a pipe is rejected without waiting for it', () =>
    inSandbox(async ({ write, cli, path }) => {
      write('tenants/ada.yaml', kleffTenant('ada'));
      assert.is(spawnSync('mkfifo', [path('tenants/pipe.yaml')]).status, 0);
      assert.match((await cli('check')).stdout, /pipe\.yaml:1:1 error unreadable-file: .* cannot be read/);
    }));

  test('unreadable files are named, and the others are checked', () =>
    inSandbox((sandbox) => {
      const { write, path } = sandbox;
      write('tenants/gold.yaml', kleffTenant('gold', 'gold'));
      write('tenants/closed/ada.yaml', kleffTenant('ada'));
      write('tenants/private.yaml', kleffTenant('bob'));
      chmodSync(path('tenants/closed'), 0);
      chmodSync(path('tenants/private.yaml'), 0);
      const { status, stdout } = asNobody(sandbox, 'check');
      chmodSync(path('tenants/closed'), 0o755);
      assert.is(status, 1);
      assert.match(stdout, /^tenants\/closed:1:1 error unreadable-file: tenants\/closed cannot be read/m);
      assert.match(stdout, /^tenants\/private\.yaml:1:1 error unreadable-file/m);
      assert.match(stdout, /^tenants\/gold\.yaml:8:9 error not-a-choice/m);
    }));

  test('a read-only parent of the output directory is reported in one line', () =>
    inSandbox((sandbox) => {
      sandbox.write('tenants/ada.yaml', kleffTenant('ada'));
      mkdirSync(sandbox.path('closed'), { mode: 0o555 });
      const { status, stderr } = asNobody(sandbox, 'render', '--out', 'closed/out');
      assert.is(status, 1);
      assert.match(stderr, /^leasehold: cannot create the directory [^\n]*closed\/out: permission denied\n$/);
    }));
});

suite('the built program', (test) => {
  test('runs where code generation from strings is disabled', () =>
    inSandbox(async ({ write, cli, path, root }) => {
      write('tenants/ada.yaml', kleffTenant('ada'));
      const argv = ['--disallow-code-generation-from-strings', program, 'render', '--out', 'strict'];
      assert.is(spawn(process.execPath, argv, root).code, 0);
      await cli('render', '--out', 'out');
      assert.equal(contents(path('strict')), contents(path('out')));
    }));

  test('exits without a message if its reader stops early', () =>
    inSandbox(({ write, root }) => {
      for (let index = 0; index < 200; index++) write(`tenants/t${index}.yaml`, kleffTenant(`t${index}`));
      const { stdout, stderr } = spawn('sh', ['-c', `${process.execPath} ${program} render -o yaml | head -n 1`], root);
      assert.match(stdout, /^# Rendered by leasehold/);
      assert.is(stderr, '');
    }));

  test('checks five hundred tenants within the time limit', () =>
    inSandbox(async ({ write, root }) => {
      for (let index = 0; index < 500; index++) write(`tenants/t${index}.yaml`, kleffTenant(`t${index}`));
      const best = await quickest(3000, () => {
        const began = performance.now();
        assert.is(spawn(process.execPath, [program, 'check'], root).stdout, '500 files, 500 resources: no problems\n');
        return performance.now() - began;
      });
      assert.ok(best <= 3000, `${best} ms`);
    }));

  test('ignores hidden files, node_modules and files with other extensions', () =>
    inSandbox(async ({ write, cli }) => {
      write('tenants/ada.yaml', kleffTenant('ada'));
      for (const name of ['.git/x.yaml', '.hidden.yaml', 'node_modules/x/y.yaml', 'README.md', 'ada.yaml.bak'])
        write(`tenants/${name}`, ':\n:');
      assert.is((await cli('check')).stdout, '1 file, 1 resource: no problems\n');
    }));
});

/** Runs the built program without root's permission to read everything. Drops root only if the test runs as root. */
function asNobody(
  { root, path }: Sandbox,
  ...argv: readonly string[]
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chmodSync(root, 0o755);
  assert.ok(dirname(path('x')) === root);
  const identity = isRoot ? { uid: 65534, gid: 65534 } : {};
  return spawnSync(
    process.execPath,
    ['-e', `process.argv.splice(1, 0, 'leasehold'); import(${JSON.stringify(program)})`, ...argv],
    { cwd: root, encoding: 'utf8', ...identity },
  );
}

function bomb(): string {
  const lines = ['a: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 10; level++) {
    const alias = `*a${level - 1}`;
    lines.push(`a${level}: &a${level} [${Array(9).fill(alias).join(', ')}]`);
  }
  return `${lines.join('\n')}\n`;
}
