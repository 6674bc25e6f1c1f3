import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { type Problem, render, type SourceFile } from '../../leasehold.ts';
import { corpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { isTried, tried } from '../runs.ts';
import { allAttacks } from './all-attacks.ts';
import { acme, file, grant, kleff, kryton, platform, quota, shared } from './grant-attacks.ts';
import { templateAttacks } from './template-attacks.ts';

function errorsOf(...files: readonly SourceFile[]): readonly Problem[] {
  return render([...shared, ...files]).problems.filter(isError);
}

suite('law: authors of a tenant directory use only what is granted or belongs to the tenant', (test) => {
  const alone = render([...shared, acme], { tenant: 'acme' });

  test('the target of the attacks renders', () => {
    assert.equal(alone.problems.filter(isError), []);
    assert.ok(alone.objects.length > 10);
  });

  for (const [index, [what, attack]] of allAttacks.entries()) {
    test(`leasehold rejects ${what}, without an effect on other tenants`, () => {
      const errors = errorsOf(acme, ...attack);
      assert.ok(errors.length > 0, 'nothing is rejected');
      for (const { at } of errors) assert.match(at.file, /^(?:platform\/)?tenants\/evil[./]/);
      if (isTried(index, 4)) assert.not(render([...shared, acme, ...attack], { tenant: 'evil' }).ok);
      if (!isTried(index, 3)) return;
      const { ok, files } = render([...shared, acme, ...attack], { tenant: 'acme' });
      assert.ok(ok, 'another tenant fails');
      assert.equal(files, alone.files);
    });
  }

  test('each attack is rejected if only the directories of the platform and the attacker are read', () => {
    const tries = tried(allAttacks, 4);
    for (const [what, attack] of tries) assert.not(render([...shared, ...attack], { tenant: 'evil' }).ok, what);
  });

  test('each attack through a Template is rejected with a single error, which names the Template', () => {
    for (const [what, attack] of Object.entries(templateAttacks)) {
      const errors = errorsOf(...attack);
      assert.is(errors.length, 1, what);
      const [{ message = '' } = {}] = errors;
      assert.match(message, /^Template given: /, what);
    }
  });

  test('no document of the corpus in the directory of one tenant changes the other tenants', () => {
    for (const { name, files } of tried(corpus(), 24)) {
      const hostile = files.map((one) => ({ ...one, path: `tenants/evil/${one.path.replaceAll('/', '-')}` }));
      const { ok, files: rendered } = render([...shared, acme, ...hostile], { tenant: 'acme' });
      assert.ok(ok, name);
      assert.equal(rendered, alone.files, name);
    }
  });

  test('a Grant allows what it lists, and the fix of a rejection names the field', () => {
    const attack = kleff('billing', 'basic', 'evil');
    const errors = errorsOf(attack);
    assert.equal([...new Set(errors.map(({ code }) => code))], ['not-granted']);
    const fixes = errors.map(({ fix }) => fix ?? '');
    assert.match(fixes.join('\n'), 'add billing to spec.namespaces of a Grant');
    assert.match(fixes.join('\n'), 'spec.fields["Tenant.kleff.kleff.io"]["spec.plan"]');
    const spec = {
      tenants: ['evil'],
      namespaces: ['billing'],
      fields: { 'Tenant.kleff.kleff.io': { 'spec.plan': ['basic'] } },
    };
    assert.equal(errorsOf(attack, grant('evil', spec, 'platform/tenants/evil.yaml')), []);
  });

  test("a file about a tenant in the Platform's directory is trusted and belongs to that tenant", () => {
    const text = kleff('billing', 'enterprise', 'evil').text;
    const notes = kryton({}, 'notes').text;
    const trusted = [file('platform/tenants/evil/tenant.yaml', text), file('platform/tenants/evil/notes.yaml', notes)];
    const { ok, objects } = render([...shared, ...trusted]);
    assert.ok(ok);
    assert.equal(
      [...new Set(objects.map(({ tenant }) => tenant))].filter((one) => one !== 'platform'),
      ['evil'],
    );
  });

  test('a directory with a name that belongs to another tenant fails the check of all files, but no render of a single tenant', () => {
    const other = file(
      'tenants/acme-eu/tenant.yaml',
      kleff('acme-eu', 'free', 'acme-eu').text.replace('name: evil', 'name: acme-eu'),
    );
    const [error] = errorsOf(acme, other);
    assert.match(error?.message ?? '', 'the name of tenant acme-eu belongs to tenant acme');
    for (const tenant of ['acme', 'acme-eu']) assert.ok(render([...shared, acme, other], { tenant }).ok, tenant);
  });

  test('with trustTenantDirectories, a tenant needs no Grant', () => {
    const trusting = { ...platform, text: platform.text.replace('spec: {', 'spec: {trustTenantDirectories: true, ') };
    const { ok } = render([trusting, quota, kleff('billing', 'enterprise', 'evil')]);
    assert.ok(ok);
  });

  test('docs/threats.md lists every attack', () => {
    const [, table = ''] = readFileSync('docs/threats.md', 'utf8').split('<!-- threats:start -->');
    const rows = [...(table.split('<!-- threats:end -->')[0] ?? '').matchAll(/^\| ([^|]+?) +\|/gm)].slice(2);
    assert.equal(
      rows.map(([, threat]) => threat),
      allAttacks.map(([what]) => what),
    );
  });

  test('a Platform in a directory that a tenant could have renders nothing', () => {
    const moved = [...shared].map((one) => ({ ...one, path: one.path.replace('platform/', 'config/') }));
    assert.equal(codesOf(render([...moved, acme]).problems.filter(isError)), ['wrong-directory']);
  });

  test("a parameter of an instance in a tenant's directory adds only a value to a gotemplate", () => {
    for (const value of ['plain', 'two words', 'registry.example.com/a:1.0', '8080', '', 'it is "quoted"', '"a: b"'])
      assert.equal(errorsOf(acme, ...instanceOf({ gotemplate }, value)), [], value);
    for (const value of [
      'a\n---\nkind: Secret',
      'x\n  y: 2',
      '{a: b}',
      'a: b',
      '# x',
      '&a',
      '"',
      '- a',
      '*a',
      '!x',
      '|',
    ])
      assert.equal(codesOf(errorsOf(acme, ...instanceOf({ gotemplate }, value))), ['not-granted'], value);
  });

  test("a parameter's whole value is a scalar for an instance in a tenant's directory", () => {
    const metadata = { name: 'words' };
    const manifests = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { x: `\${{X}}` } }];
    for (const value of ['plain', 'null', '"a: b"'])
      assert.equal(errorsOf(acme, ...instanceOf({ manifests }, value)), [], value);
    for (const value of ['{a: b}', '[a]', 'a: b', '- a', '{}'])
      assert.equal(codesOf(errorsOf(acme, ...instanceOf({ manifests }, value))), ['not-granted'], value);
  });

  test("a parameter of an instance in a tenant's directory cannot choose a chart, or change its other values", () => {
    const repository = { name: 'redis', version: '1.0.0', repoUrl: 'https://charts.example.com' };
    const helm = { chart: { repository } };
    for (const [value, resources] of [
      ['https://evil.example.com', { helm: { chart: { repository: { ...repository, repoUrl: `\${X}` } } } }],
      ['evil', { helm: { chart: { repository: { ...repository, name: `\${X}` } } } }],
      ['securityContext.privileged', { helm: { ...helm, setValues: [{ name: `\${X}`, value: 'true' }] } }],
      ['{a,b}', { helm: { ...helm, setValues: [{ name: 'hosts', value: `\${X}` }] } }],
      ['a,b', { helm: { ...helm, setValues: [{ name: 'hosts', value: `{\${X}}` }] } }],
      ['{a: b}', { helm: { ...helm, values: `master: \${{X}}` } }],
      ['{{ .Files.Get "x" }}', { helm: { ...helm, values: `name: \${X}` } }],
    ] as const)
      assert.equal(codesOf(errorsOf(acme, ...instanceOf(resources, value))), ['not-granted'], value);
    const setValues = [{ name: 'replicas', value: `\${X}` }];
    assert.equal(codesOf(errorsOf(acme, ...instanceOf({ helm: { ...helm, setValues } }, '3,image=evil'))), [
      'unresolved-reference',
    ]);
  });
});

const gotemplate = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  x: {{ .X }}\n';

function codesOf(errors: readonly Problem[]): readonly string[] {
  return errors.map(({ code }) => code);
}

/** A Template of the platform, and an instance of it in the directory of acme with a parameter X. */
function instanceOf(resources: object, value: string): readonly SourceFile[] {
  const apiVersion = 'templates.stakater.com/v1alpha1';
  const template = {
    apiVersion,
    kind: 'Template',
    metadata: { name: 'words' },
    parameters: [{ name: 'X' }],
    resources,
  };
  const spec = { template: 'words', parameters: [{ name: 'X', value }] };
  const instance = { apiVersion, kind: 'TemplateInstance', metadata: { name: 'words', namespace: 'acme-dev' }, spec };
  return [file('platform/words.yaml', JSON.stringify(template)), file('tenants/acme/i.yaml', JSON.stringify(instance))];
}
