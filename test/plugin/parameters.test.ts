import * as assert from 'uvu/assert';
import { shardOf } from '../../plugin/selection.ts';
import { suite } from '../harness.ts';
import { tenant, tenantsIn, withSandbox } from './sandbox.ts';

const names = ['acme', 'globex', 'hooli', 'initech', 'umbrella'];
const labels = ['{tier: gold, region: eu}', '{tier: gold, region: us}', '{tier: free}', '{}', '{region: eu}'];
const five = Object.fromEntries(names.map((name, at) => [`app/tenants/${name}.yaml`, tenant(name, labels[at])]));

suite('the parameters of an application', (test) => {
  test('that are null, empty or absent select all tenants', async () => {
    await withSandbox(five, async ({ call }) => {
      for (const text of ['null', '[]', '', undefined])
        assert.equal(tenantsIn(await call('generate', { ARGOCD_APP_PARAMETERS: text })), names);
    });
  });

  test('select one tenant, from either source', async () => {
    await withSandbox(five, async ({ call, generate }) => {
      assert.equal(tenantsIn(await generate({ tenant: 'hooli' })), ['hooli']);
      assert.equal(tenantsIn(await call('generate', { ARGOCD_ENV_TENANT: 'acme' })), ['acme']);
    });
  });

  test('are rejected if both sources set them, because a file in the directory can add the second source', async () => {
    await withSandbox(five, async ({ call }) => {
      const both = { ARGOCD_ENV_TENANT: 'acme', ARGOCD_APP_PARAMETERS: '[{"name":"tenant","string":"hooli"}]' };
      const { code, stdout, stderr } = await call('generate', both);
      assert.equal([code, stdout], [1, '']);
      assert.is(
        stderr,
        'the parameter tenant is set more than once in spec.source.plugin.parameters and spec.source.plugin.env; set it only once\n',
      );
    });
  });

  test('are rejected if two variables set the same one, because their order is undefined', async () => {
    await withSandbox(five, async ({ call }) => {
      const { code, stderr } = await call('generate', { ARGOCD_ENV_TENANT: 'acme', ARGOCD_ENV_tenant: 'hooli' });
      assert.equal(
        [code, stderr],
        [1, 'the parameter tenant is set more than once in spec.source.plugin.env; set it only once\n'],
      );
    });
  });

  test('are rejected without a bug report if they are not valid paths', async () => {
    await withSandbox(five, async ({ generate }) => {
      for (const bad of ['a\0b', 'a\nb', 'x'.repeat(300)]) {
        const directory = await generate({ tenant: 'acme', directory: `${bad}/acme` });
        assert.match(directory.stderr, /^the parameter directory /, bad);
        assert.match((await generate({ previous: bad })).stderr, /^the parameter previous /, bad);
      }
    });
  });

  test('select the shared objects by the name platform, which is in their labels', async () => {
    const settings =
      'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: p}\nspec: {cluster: {policyEngine: gatekeeper}}\n';
    await withSandbox({ ...five, 'app/tenants/p.yaml': settings }, async ({ generate }) => {
      assert.ok(tenantsIn(await generate()).includes('platform'));
      assert.equal(tenantsIn(await generate({ tenant: 'platform' })), ['platform']);
    });
    await withSandbox(five, async ({ generate }) => {
      assert.match((await generate({ tenant: 'platform' })).stderr, /the selected tenants render no objects/);
    });
  });

  test('select tenants by label, and a selector and its negation select each tenant once', async () => {
    await withSandbox(five, async ({ generate }) => {
      const pick = async (selector: string) => tenantsIn(await generate({ selector }));
      assert.equal(await pick('tier=gold'), ['acme', 'globex']);
      assert.equal(await pick('tier==gold, region != us'), ['acme']);
      assert.equal(await pick('tier in (free, gold)'), ['acme', 'globex', 'hooli']);
      assert.equal(await pick('region'), ['acme', 'globex', 'umbrella']);
      const opposites = [
        ['tier=gold', 'tier!=gold'],
        ['region', '!region'],
        ['tier in (free,gold)', 'tier notin (free,gold)'],
      ] as const;
      for (const [one, other] of opposites) assert.equal([...(await pick(one)), ...(await pick(other))].sort(), names);
    });
  });

  test('cannot contain a selector if untrusted tenants write the labels', async () => {
    const platform = `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: p}\nspec: {directoryPerTenant: true}\n`;
    const files = {
      'app/tenants/platform/p.yaml': platform,
      'app/tenants/platform/grant.yaml': `apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: g}\nspec: {tenants: ["*"]}\n`,
    };
    await withSandbox(files, async ({ generate }) => {
      assert.match((await generate({ selector: 'tier=gold' })).stderr, 'replace selector with tenant');
    });
  });

  test('select the shared objects exactly once among a selector and its negation, and among all shards', async () => {
    const group =
      'apiVersion: leasehold.dev/v1alpha1\nkind: Group\nmetadata: {name: a}\nspec: {users: [ada@corp.io]}\n';
    const gatekeeper = `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: p, labels: {tier: none}}\nspec: {cluster: {policyEngine: gatekeeper}}\n`;
    for (const settings of [gatekeeper, group, '']) {
      await withSandbox({ ...five, 'app/tenants/p.yaml': settings }, async ({ generate }) => {
        const lines = async (parameters: Readonly<Record<string, string>>) =>
          (await generate(parameters)).stdout.split('\n').slice(0, -1);
        const all = (await lines({})).sort();
        const apart = [{ selector: 'tier' }, { selector: '!tier' }];
        assert.equal((await Promise.all(apart.map(lines))).flat().sort(), all, settings);
        const shards = [{ shard: '1/3' }, { shard: '2/3' }, { shard: '3/3' }];
        assert.equal((await Promise.all(shards.map(lines))).flat().sort(), all, settings);
      });
    }
  });

  test('assign each tenant to one shard, independently of other tenants', async () => {
    await withSandbox(five, async ({ generate }) => {
      const shards = await Promise.all(['1/2', '2/2'].map(async (shard) => tenantsIn(await generate({ shard }))));
      assert.equal(shards.flat().sort(), names);
      assert.ok(shards.every((shard) => shard.length > 0));
    });
    assert.equal(
      names.map((name) => shardOf(name, 7)),
      [6, 6, 6, 1, 6],
    );
  });

  test('are rejected if they are invalid, because ignoring them would render everything', async () => {
    await withSandbox(five, async ({ call, generate }) => {
      const rejected = async (parameters: Readonly<Record<string, string>>, message: RegExp) => {
        const { code, stdout, stderr } = await generate(parameters);
        assert.equal([code, stdout], [1, ''], JSON.stringify(parameters));
        assert.match(stderr, message);
      };
      await rejected({ tennant: 'acme' }, /^the parameter tennant does not exist; did you mean tenant\?/);
      await rejected({ tenant: '' }, /^the parameter tenant is empty; set it to a value, or remove it/);
      await rejected({ tenant: '../acme' }, /^the parameter tenant is \.\.\/acme; it must be the name of a tenant/);
      await rejected({ tenant: 'acm' }, /^did you mean acme\?/);
      await rejected(
        { tenant: 'acme', shard: '1/2' },
        /^the parameter tenant cannot be combined with selector or shard/,
      );
      await rejected({ shard: '0/2' }, /^the parameter shard is 0\/2; it must be i\/n/);
      await rejected({ shard: '3/2' }, /^the parameter shard is 3\/2; it must be i\/n/);
      await rejected(
        { selector: 'tier=gold;rm' },
        /^the parameter selector is tier=gold;rm; it must have the syntax of kubectl/,
      );
      await rejected({ selector: 'tier=silver' }, /^no tenant is selected, so Argo CD would delete/);
      await rejected({ selector: 'x'.repeat(2000) }, /^the parameter selector has more than 1024 characters/);
      for (const text of ['{', '{}', '[1]', '[{"name":"tenant","array":["a"]}]']) {
        const { code, stdout } = await call('generate', { ARGOCD_APP_PARAMETERS: text });
        assert.equal([code, stdout], [1, ''], text);
      }
    });
  });

  test('fail one shard for an invalid file of a tenant, and all shards for a file with an unknown owner', async () => {
    const broken = { ...five, 'app/tenants/acme.yaml': tenant('acme', '{}', 'basci') };
    await withSandbox(broken, async ({ generate, write }) => {
      const codes = async () => [(await generate({ shard: '1/2' })).code, (await generate({ shard: '2/2' })).code];
      assert.equal(await codes(), shardOf('acme', 2) === 1 ? [1, 0] : [0, 1]);
      write('app/tenants/acme.yaml', 'kind: [');
      assert.equal(await codes(), [1, 1]);
      write('app/tenants/acme.yaml', tenant('acme').replace('name: acme, ', ''));
      assert.equal(await codes(), [1, 1]);
    });
  });
});

suite('the announced parameters', (test) => {
  test('are an array that names the tenants, even without variables in the environment', async () => {
    await withSandbox(five, async ({ call }) => {
      const { code, stdout } = await call('parameters');
      assert.is(code, 0);
      const list = JSON.parse(stdout) as readonly { readonly name: string; readonly tooltip: string }[];
      assert.equal(
        list.map(({ name }) => name),
        ['tenant', 'directory', 'part', 'selector', 'shard', 'previous', 'max-removed'],
      );
      assert.match(
        list[0]?.tooltip ?? '',
        'The tenants are acme, globex, hooli, initech, umbrella; platform renders the objects that tenants share.',
      );
    });
  });

  test('name only the first of many tenants, and none if the files have errors', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`app/t${at}.yaml`, tenant(`t${at}`)]));
    await withSandbox(many, async ({ call }) => assert.match((await call('parameters')).stdout, 'and 10 more'));
    await withSandbox({ 'app/acme.yaml': 'kind: [' }, async ({ call }) => {
      const { code, stdout } = await call('parameters');
      assert.is(code, 0);
      assert.not.match(stdout, /tenants? (?:is|are) /);
    });
    await withSandbox({ 'app/README.md': '' }, async ({ call }) => assert.is((await call('parameters')).code, 0));
  });
});
