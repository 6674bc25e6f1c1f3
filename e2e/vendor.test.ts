import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { chart, delegatingPlatform, template, tenant } from './chart-files.ts';
import { type KubeObject, readManifests } from './manifests.ts';
import { builtTool } from './tools/paths.ts';

const program = resolve(import.meta.dirname, '../dist/leasehold.mjs');

suite('charts of Templates, rendered by helm itself,', (test) => {
  test('are fetched, written, rendered without helm, and the same on every run', () =>
    withRepository(async (folder) => {
      assert.match((await leasehold(folder, 'check')).output, 'run leasehold vendor');
      const { output } = await leasehold(folder, 'vendor');
      assert.is(output, '1 chart inflated into tenants/charts, 0 unchanged, 0 removed\n');
      const objects = rendered(folder);
      const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`);
      assert.equal(names, ['ConfigMap user-jane/cache']);
      assert.equal(objects[0]?.['data'], { minor: '30', namespace: 'user-jane', size: '2', text: '3' });
      const before = chartsIn(folder);
      rmSync(join(folder, 'tenants/charts'), { recursive: true });
      await leasehold(folder, 'vendor');
      assert.equal(chartsIn(folder), before);
      assert.equal(await leasehold(folder, 'vendor', '--check'), {
        code: 0,
        output: '1 chart verified, no differences\n',
      });
      const [name = ''] = readdirSync(join(folder, 'tenants/charts'));
      edit(folder, 'minor: "30"', 'minor: "31"', `charts/${name}`);
      const changed = await leasehold(folder, 'vendor', '--check');
      assert.is(changed.code, 1);
      assert.match(changed.output, `${name} differs from the output of Helm`);
    }));

  test('are written to the directory of the Platform, next to the directory of the tenants', () =>
    withRepository(async (folder) => {
      const path = (name: string) => join(folder, 'platform', name);
      renameSync(join(folder, 'tenants'), join(folder, 'platform'));
      mkdirSync(join(folder, 'tenants/jane'), { recursive: true });
      renameSync(path('tenant.yaml'), join(folder, 'tenants/jane/tenant.yaml'));
      writeFileSync(path('platform.yaml'), delegatingPlatform);
      const { code, output } = await leasehold(folder, 'vendor');
      assert.is(code, 0, output);
      assert.match(output, '1 chart inflated into platform/tenants/jane/charts');
      assert.is((await leasehold(folder, 'vendor', '--check')).code, 0);
    }));

  test('are not written through a link that leaves the directory of the tenants', () =>
    withRepository(async (folder) => {
      mkdirSync(join(folder, 'outside'));
      symlinkSync('../outside', join(folder, 'tenants/charts'));
      const { code, output } = await leasehold(folder, 'vendor');
      assert.is(code, 1);
      assert.match(output, 'the link tenants/charts leads out of tenants');
      assert.equal(readdirSync(join(folder, 'outside')), []);
    }));

  test('are rejected if they generate a password', () =>
    withRepository(async (folder) => {
      edit(folder, 'random: false', 'random: true');
      const { code, output } = await leasehold(folder, 'vendor');
      assert.is(code, 1);
      assert.match(output, 'Secret cache differs between two runs of Helm');
      assert.equal(chartsIn(folder), []);
    }));

  test('are reported with the message of helm if no repository has them', () =>
    withRepository(async (folder) => {
      edit(folder, 'version: 1.2.3', 'version: 9.9.9');
      const { code, output } = await leasehold(folder, 'vendor');
      assert.is(code, 1);
      assert.match(output, /Template cache, chart cache 9\.9\.9 for user-jane: .*not found/);
    }));
});

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** It must not block, because this process also serves the repository. */
function leasehold(folder: string, ...args: readonly string[]): Promise<Ran> {
  const env = { PATH: `${dirname(builtTool('helm'))}:/usr/bin:/bin`, HOME: folder };
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** The output of the chart, rendered without helm. */
function rendered(folder: string): readonly KubeObject[] {
  const options = { cwd: folder, env: {}, encoding: 'utf8', stdio: 'pipe' } as const;
  const text = execFileSync(process.execPath, [program, 'render', '-o', 'yaml'], options);
  return readManifests(text).filter(({ metadata }) => metadata.name === 'cache');
}

function chartsIn(folder: string): readonly string[] {
  const names = readdirSync(join(folder, 'tenants'), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.startsWith('charts/'))
    .map((name) => readFileSync(join(folder, 'tenants', name), 'utf8'));
}

function edit(folder: string, from: string, to: string, name = 'template.yaml'): void {
  const file = join(folder, 'tenants', name);
  const text = readFileSync(file, 'utf8');
  assert.match(text, from);
  writeFileSync(file, text.replace(from, to));
}

/** A tenants repository and a chart repository, which is served during the test. */
async function withRepository(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-vendor-'));
  const server = createServer((request, response) => {
    const file = join(folder, 'charts', resolve('/', request.url ?? ''));
    response.end(readFileSync(file));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    writeAll(join(folder, 'source'), chart);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeAll(join(folder, 'tenants'), { 'tenant.yaml': tenant, 'template.yaml': template(url) });
    execFileSync(builtTool('helm'), ['package', join(folder, 'source'), '-d', join(folder, 'charts')], {
      stdio: 'pipe',
    });
    execFileSync(builtTool('helm'), ['repo', 'index', join(folder, 'charts')], { stdio: 'pipe' });
    await run(folder);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
