import * as assert from 'uvu/assert';
import { newKind } from '../../scripts/new-kind/contract.ts';
import { readNames } from '../../scripts/new-kind/name.ts';
import { register } from '../../scripts/new-kind/registry.ts';
import { suite } from '../harness.ts';

// e2e/new-kind.test.ts runs the command.
suite('npm run new-kind', (test) => {
  for (const [args, message] of [
    [[], /^usage: npm run new-kind <system>\/<kind>, for example npm run new-kind acme\/project$/],
    [['sample-system/sample-kind', 'acme/other'], /^usage: /],
    [['acme'], /^"acme" is not <system>\/<kind>\nusage: /],
    [['acme/'], /^"acme\/" is not <system>\/<kind>\n/],
    [['acme/a/b'], /^"acme\/a\/b" is not <system>\/<kind>\n/],
    [['../project'], /^"\.\." must be lowercase words joined by "-"/],
    [['acme/Project'], /^"Project" must be lowercase words/],
    [['acme/my_project'], /^"my_project" must be lowercase words/],
    [['acme/project-'], /^"project-" must be lowercase words/],
    [['acme/2nd'], /^"2nd" must be lowercase words/],
    [[`acme/${'a'.repeat(41)}`], /^"a{41}" has 41 characters; at most 40 are allowed$/],
    [['mto/tenant'], /^kinds\/mto\/tenant\/ already exists; choose another name$/],
    [['mto/templating'], /^kinds\/mto\/templating\/ already exists/],
    [['kleff/tenants'], undefined],
    [['mto-tenant/v1beta2'], /^kinds\/mto\/tenant-v1beta2\/ already defines Tenant of .* \(id mto-tenant-v1beta2\)/],
    [['tetrapus/keymaterial'], /^kinds\/tetrapus\/key-material\/ already defines KeyMaterial of tetrapus\.io/],
  ] as const)
    test(`${message ? 'rejects' : 'accepts'} ${JSON.stringify(args)}`, () => {
      const names = readNames(args);
      const kind = names.ok ? newKind(names.value) : names;
      if (message && !kind.ok) assert.match(kind.message, message);
      assert.is(kind.ok, message === undefined);
    });

  test('uses the API version of the system', () => {
    assert.equal(apiVersionOf('leasehold/sample-kind'), 'leasehold.dev/v1alpha1');
    assert.equal(apiVersionOf('sample-system/sample-kind'), 'sample-system.example.com/v1alpha1');
  });

  test('lists a kind after the other kinds of its system, or at the end', () => {
    const registry = [
      "import { aOne } from './a/one/index.ts';",
      "import { bOne } from './b/one/index.ts';",
      'export const kinds: readonly AnyKind[] = [',
      '  aOne,',
      '  bOne,',
      '];\n',
    ].join('\n');
    const listed = (path: string) => /\[\n([\s\S]*)\];/.exec(registered(registry, path))?.[1];
    assert.is(listed('a/two'), '  aOne,\n  aTwo,\n  bOne,\n');
    assert.is(listed('c/one'), '  aOne,\n  bOne,\n  cOne,\n');
    assert.ok(registered(registry, 'c/one').startsWith("import { cOne } from './c/one/index.ts';\n"));
  });
});

function apiVersionOf(path: string): string | undefined {
  const names = readNames([path]);
  const kind = names.ok ? newKind(names.value) : names;
  return kind.ok ? `${kind.value.group}/${kind.value.version}` : undefined;
}

function registered(registry: string, path: string): string {
  const names = readNames([path]);
  assert.ok(names.ok);
  return register(registry, names.value);
}
