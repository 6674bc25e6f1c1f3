import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { tenant, withSandbox } from './sandbox.ts';

const names = ['acme', 'globex', 'initech'];
const three = Object.fromEntries(names.map((name) => [`app/tenants/${name}.yaml`, tenant(name)]));
const { inventory } = render(Object.entries(three).map(([path, text]) => ({ path, text })));
const before = { 'app/inventory.json': JSON.stringify(inventory) };
const acme = { 'app/tenants/acme.yaml': tenant('acme') };
const two = { ...acme, 'app/tenants/globex.yaml': tenant('globex') };

suite('the guard against large removals', (test) => {
  test('accepts a removal of up to max-removed percent', async () => {
    await withSandbox({ ...before, ...three }, async ({ generate }) => {
      assert.is((await generate({ previous: 'inventory.json' })).code, 0);
    });
    await withSandbox({ ...before, ...two }, async ({ generate }) => {
      assert.is((await generate({ previous: 'inventory.json', 'max-removed': '34' })).code, 0);
    });
  });

  test('rejects max-removed without an inventory, because it would have no effect', async () => {
    await withSandbox(three, async ({ generate }) => {
      const { code, stderr } = await generate({ 'max-removed': '0' });
      assert.equal(
        [code, stderr],
        [
          1,
          'the parameter max-removed requires the parameter previous; set previous to the inventory of an earlier render\n',
        ],
      );
    });
  });

  test('prints an approval of many tenants completely, or the command that prints it if it is too long', async () => {
    const gone = (count: number) => Array.from({ length: count }, (_, at) => `tenant-of-a-long-name-${at}`);
    const inventoryOf = (tenants: readonly string[]) =>
      JSON.stringify({ resources: tenants.map((name) => ({ tenant: name, objects: [`Namespace ${name}`] })) });
    await withSandbox({ ...three, 'app/a.json': inventoryOf(gone(100)) }, async ({ generate, write }) => {
      const [, approval = ''] = (await generate({ previous: 'a.json' })).stderr.split('\n');
      write('app/.leasehold/approvals/a.yaml', approval);
      assert.is((await generate({ previous: 'a.json' })).code, 0);
    });
    await withSandbox({ ...three, 'app/a.json': inventoryOf(gone(1000)) }, async ({ generate }) => {
      const [, hint = ''] = (await generate({ previous: 'a.json' })).stderr.split('\n');
      const command = 'leasehold render --previous FILE --max-removed 20';
      assert.is(hint, `the approval is too long to show here; run ${command} to print it`);
      const ofShard = await generate({ previous: 'a.json', shard: '1/1' });
      assert.match(ofShard.stderr, 'too long to show here; raise max-removed until the removal is applied');
    });
  });

  test('rejects a larger removal and prints the approval, which is valid only for that removal', async () => {
    await withSandbox({ ...before, ...two }, async ({ generate, write }) => {
      const rejected = await generate({ previous: 'inventory.json' });
      assert.equal([rejected.code, rejected.stdout], [1, '']);
      const [first = '', approval = ''] = rejected.stderr.split('\n');
      assert.match(
        first,
        /^\d+ of \d+ objects would be removed, more than \d+%; restore the missing files, or commit an approval to \.leasehold\/approvals\/ in the application's directory$/,
      );
      write('app/.leasehold/approvals/remove-initech.yaml', `${approval}\n`);
      assert.is((await generate({ previous: 'inventory.json' })).code, 0);
      write('app/tenants/globex.yaml', '# gone, too\n');
      assert.is((await generate({ previous: 'inventory.json' })).code, 1);
    });
  });

  test('ignores an approval that names other tenants or is invalid', async () => {
    await withSandbox({ ...before, ...two }, async ({ generate, write }) => {
      const [, approval = ''] = (await generate({ previous: 'inventory.json' })).stderr.split('\n');
      for (const text of [approval.replace('initech', 'globex'), approval.replace('Approval', 'Aproval'), 'x: [']) {
        write('app/.leasehold/approvals/a.yaml', text);
        assert.is((await generate({ previous: 'inventory.json' })).code, 1, text);
      }
    });
  });

  test('checks only the tenants of the application', async () => {
    await withSandbox({ ...before, ...acme }, async ({ generate }) => {
      assert.is((await generate({ previous: 'inventory.json', tenant: 'acme' })).code, 0);
    });
  });

  test('covers shared objects only if the selector selects them, even without a Platform', async () => {
    const shared = { tenant: 'platform', objects: ['ClusterRole a', 'ClusterRole b', 'ClusterRole c'] };
    const past = JSON.stringify({ resources: [...(inventory?.resources ?? []), shared] });
    const gold = { 'app/tenants/acme.yaml': tenant('acme', '{tier: gold}') };
    await withSandbox({ ...three, ...gold, 'app/inventory.json': past }, async ({ generate }) => {
      const guarded = (selector: string) => generate({ previous: 'inventory.json', selector, 'max-removed': '0' });
      const without = await guarded('tier=gold');
      assert.equal([without.code, without.stderr], [0, '']);
      assert.match((await guarded('!tier')).stderr, '3 of 17 objects would be removed, more than 0%; ');
    });
  });

  test('rejects a missing or invalid inventory', async () => {
    await withSandbox({ ...three, 'app/x.json': '{"resources":[1]}' }, async ({ generate }) => {
      for (const previous of ['nothing.json', '../../../etc/passwd', '/etc/passwd', 'x.json', 'tenants'])
        assert.is((await generate({ previous })).code, 1, previous);
    });
  });
});
