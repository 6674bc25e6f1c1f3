import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, runOn } from './fake-ports.ts';

interface Version {
  readonly settings?: string;
  readonly grants?: Readonly<Record<string, string>>;
}

const delegated = 'directoryPerTenant: true, tenantsDirectory: tenants';

function versionOf({ settings = delegated, grants = {} }: Version) {
  const head = 'apiVersion: leasehold.dev/v1alpha1\nkind: ';
  const platform = `${head}Platform\nmetadata: {name: platform}\nspec: {${settings}}\n`;
  const others = Object.entries(grants).map(
    ([name, spec]) => `---\n${head}Grant\nmetadata: {name: ${name}}\nspec: {tenants: ["*"], ${spec}}\n`,
  );
  return [file('platform/platform.yaml', platform + others.join(''))];
}

async function notesOf(before: Version, after: Version, ...argv: readonly string[]): Promise<readonly string[]> {
  const machine = { trees: { '.': versionOf(after) }, revisions: { main: versionOf(before) } };
  const { code, stderr } = await runOn(machine, 'diff', 'main', '--dir', '.', ...argv);
  assert.is(code, 0);
  return stderr.split('\n').filter((line) => line.startsWith('note: '));
}

suite('a change of what the authors of tenants can write, without a change of objects,', (test) => {
  test('is in a note if all authors become trusted', async () => {
    const after = { settings: `${delegated}, trustTenantDirectories: true` };
    assert.equal(await notesOf({}, after), [
      'note: The Platform no longer limits what the authors of tenants can write: it trusts all of them.',
    ]);
  });

  test('is in a note if a Grant is added, changed or removed', async () => {
    const before = { grants: { same: 'hosts: [a.example]', wider: 'names: [x]', gone: 'templates: [pg]' } };
    const after = { grants: { same: 'hosts: [a.example]', wider: 'names: [x, y]', added: 'names: [z]' } };
    assert.equal(await notesOf(before, after), [
      'note: This changes the Grants added, gone, wider, which can allow tenants more without a change of objects.',
    ]);
    assert.equal(await notesOf(before, before), []);
    assert.equal(await notesOf(before, after, '--quiet'), []);
  });

  test('is in a note if the Platform forbids or reserves less', async () => {
    const before = { settings: `${delegated}, forbid: [hook, snippet], reservedNamespaces: [infra]` };
    assert.equal(await notesOf(before, { settings: `${delegated}, forbid: [hook]` }), [
      'note: The Platform no longer forbids snippet (spec.forbid).',
      'note: The Platform no longer reserves infra (spec.reservedNamespaces).',
    ]);
    assert.equal(await notesOf({}, before), []);
  });

  test('is not in a note if the earlier Platform trusts the authors', async () => {
    assert.equal(await notesOf({ settings: '' }, { grants: { wider: 'names: [x]' } }), []);
  });
});
