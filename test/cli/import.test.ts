import { readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, runOn } from './fake-ports.ts';
import { contents, inSandbox } from './sandbox.ts';

const text = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: pay, uid: "1" }
spec: { quota: small, extra: 1, accessControl: { owners: { groups: [leads] } } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: small }
spec: { resourcequota: { hard: { requests.cpu: "4" } } }
`;

const lossless = text.replace('extra: 1, ', '');

suite('import', (test) => {
  test('writes one file for each resource, and prints what a person has to review', async () => {
    const { code, stdout, stderr, written } = await runOn({ input: text }, 'import', 'mto', '-', '--out', 'new');
    assert.equal([code, stderr], [1, 'leasehold: fields are lost; read the report, then pass --accept-losses\n']);
    assert.match(stdout, /^Deletion: /);
    assert.match(stdout, 'Tenant pay (tenantoperator.stakater.com/v1beta3)\n  lost         spec.extra: ');
    assert.match(
      stdout,
      '2 objects read, 2 resources written to new; fields: 7 exact, 2 approximated, 1 lost, 1 left out\n',
    );
    assert.equal(Object.keys(written).sort(), [
      'new/import-report.txt',
      'new/pay/tenant.yaml',
      'new/quotas/small.yaml',
    ]);
    assert.match(written['new/import-report.txt'] ?? '', 'left out     metadata.uid');
  });

  test('reads a file or a directory', async () => {
    const argv = ['import', 'mto', 'export', '--out', 'new', '--accept-losses'] as const;
    assert.is((await runOn({ texts: { export: text } }, ...argv)).code, 0);
    assert.is((await runOn({ trees: { export: [file('export/a.yaml', text)] } }, ...argv)).code, 0);
    const { code, stderr } = await runOn({}, ...argv);
    assert.is(code, 2);
    assert.match(stderr, 'the file or directory export does not exist');
  });

  test('asks for the output of kubectl if a directory contains no files', async () => {
    const { code, stderr } = await runOn({ trees: { empty: [] } }, 'import', 'mto', 'empty', '--out', 'new');
    assert.is(code, 2);
    assert.match(
      stderr,
      'empty contains no .yaml, .yml or .json files; pass a directory that contains the output of kubectl get',
    );
  });

  test('with -o json, reports on exact, lost and left-out fields', async () => {
    const { stdout } = await runOn({ input: text }, 'import', 'mto', '-', '--out', 'new', '-o', 'json');
    const { objects } = JSON.parse(stdout) as {
      objects: { object: string; fields: { path: string; fidelity: string }[] }[];
    };
    assert.is(objects[0]?.object, 'Tenant pay');
    const verdicts = new Map(objects[0]?.fields.map(({ path, fidelity }) => [path, fidelity]));
    assert.is(verdicts.get('spec.extra'), 'lost');
    assert.is(verdicts.get('metadata.uid'), 'cluster');
    assert.is(verdicts.get('spec.accessControl.owners.groups'), 'exact');
  });

  test('exits with 0 if nothing is lost, and with 1 if there is no resource', async () => {
    const argv = ['import', 'mto', '-', '--out', 'new'] as const;
    assert.is((await runOn({ input: lossless }, ...argv)).code, 0);
    const nothing = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: b }\n';
    const { code, stderr } = await runOn({ input: nothing }, ...argv, '--accept-losses');
    assert.is(code, 1);
    assert.match(
      stderr,
      'nothing is imported, because no object in the input becomes a resource; check the system and the export',
    );
  });

  test('with -o markdown, prints a table, with the markup of the export escaped', async () => {
    const input = text.replace('extra', '"a|<b>"');
    const { stdout } = await runOn({ input }, 'import', 'mto', '-', '--out', 'new', '-o', 'markdown');
    assert.match(stdout, /^# Import report\n\n- Deletion: /);
    assert.match(stdout, '| object | field | verdict | difference |');
    assert.not.match(stdout, 'a|<b>');
  });

  test('reports errors that check would find, and fails', async () => {
    const input = text.replace('quota: small', 'quota: gold');
    const { code, stderr } = await runOn({ input }, 'import', 'mto', '-', '--out', 'new');
    assert.is(code, 1);
    assert.match(stderr, /^new\/pay\/tenant.yaml:\d+:\d+ error unresolved-reference spec.quota/);
  });

  test('writes nothing for an unreadable export', async () => {
    const { code, stderr, written } = await runOn({ input: 'a: [' }, 'import', 'mto', '-', '--out', 'new');
    assert.equal([code, written], [1, {}]);
    assert.match(stderr, /^stdin:1:\d+ error invalid-yaml/);
  });

  test('reports an unknown system, and a missing option or export', async () => {
    const firstLine = async (...argv: string[]) =>
      (await runOn({ input: text }, 'import', ...argv)).stderr.split('\n')[0] ?? '';
    assert.is(
      await firstLine('rancher', '-', '--out', 'x'),
      'leasehold: unknown system rancher; the systems are mto, capsule, hnc, accurate, tetrapus, kleff, kryton',
    );
    assert.is(await firstLine('mto', '-'), 'leasehold: import needs --out DIR');
    assert.match(await firstLine('mto', '--out', 'x'), 'import needs either an export or --cluster');
  });
});

suite('the directory of an import', (test) => {
  test('is not overwritten if a person or a render wrote to it', () =>
    inSandbox(async ({ write, cli, path }) => {
      write('export.yaml', lossless);
      write('mine/notes.md', 'x');
      const { code, stderr } = await cli('import', 'mto', 'export.yaml', '--out', 'mine');
      assert.is(code, 1);
      assert.match(stderr, 'mine is not empty, and its files are not from an import');
      assert.is((await cli('import', 'mto', 'export.yaml', '--out', 'tenants')).code, 0);
      assert.is((await cli('render', '--out', 'rendered')).code, 0);
      assert.is((await cli('import', 'mto', 'export.yaml', '--out', 'rendered')).code, 1);
      assert.equal(readdirSync(path('mine')), ['notes.md']);
    }));

  test('is replaced by the next import until a person edits it', () =>
    inSandbox(async ({ write, cli, path }) => {
      write('export.yaml', lossless);
      const run = () => cli('import', 'mto', 'export.yaml', '--out', 'tenants');
      await run();
      write('export.yaml', lossless.replaceAll('pay', 'lab'));
      assert.is((await run()).code, 0);
      assert.equal(Object.keys(contents(path('tenants'))).sort(), [
        '.leasehold.json',
        'import-report.txt',
        'lab/tenant.yaml',
        'quotas/small.yaml',
      ]);
      write('tenants/lab/tenant.yaml', `${readFileSync(path('tenants/lab/tenant.yaml'), 'utf8')}# mine\n`);
      write('export.yaml', lossless);
      const { code, stderr } = await run();
      assert.is(code, 1);
      assert.match(stderr, 'tenants/lab/tenant.yaml was edited manually');
      assert.match(readFileSync(path('tenants/lab/tenant.yaml'), 'utf8'), '# mine');
    }));

  test('passes leasehold check', () =>
    inSandbox(async ({ write, cli }) => {
      write('export.yaml', lossless);
      await cli('import', 'mto', 'export.yaml', '--out', 'tenants');
      assert.is((await cli('check')).stdout, '2 files, 2 resources: no problems\n');
    }));
});
