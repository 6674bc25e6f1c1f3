import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, org, runOn, tenant } from './fake-ports.ts';

type Files = readonly ReturnType<typeof file>[];

function versions(base: Files, head: Files) {
  return { trees: { tenants: head }, revisions: { main: base } };
}

const annotated = (source: ReturnType<typeof file>, annotation: string) =>
  file(
    source.path,
    'text' in source
      ? source.text
          .replace(/ {2}annotations: .*\n/, '')
          .replace('metadata:\n', `metadata:\n  annotations:\n    ${annotation}: "true"\n`)
      : '',
  );
const edited = (source: ReturnType<typeof file>, from: string, to: string) =>
  file(source.path, 'text' in source ? source.text.replace(from, to) : '');

/** A change, and the expected message, or undefined if the change is allowed. */
const unsafe: readonly (readonly [what: string, base: Files, head: Files, message: RegExp | undefined])[] = [
  [
    'the region of an Org',
    [org('acme')],
    [edited(org('acme'), 'us-east-1', 'eu-west-1')],
    /acme\.yaml:8:16 error unsafe-change spec\.region_code: .* from "us-east-1" to "eu-west-1": the data of the Org stays in the old region and must be moved manually \(change it back\)/,
  ],
  [
    'the region of an Org, even with the annotation for its slug',
    [org('acme')],
    [annotated(edited(org('acme'), 'us-east-1', 'eu-west-1'), 'tetrapus.io/allow-rename')],
    /unsafe-change spec\.region_code/,
  ],
  [
    'the slug of an Org',
    [org('acme')],
    [edited(org('acme'), 'slug: acme', 'slug: apex')],
    /acme\.yaml:7:9 error unsafe-change spec\.slug: .*: the new slug starts with an empty volume \(change it back, or set the annotation tetrapus\.io\/allow-rename to "true"\)/,
  ],
  [
    'the slug of an Org, as the annotation allows',
    [org('acme')],
    [annotated(edited(org('acme'), 'slug: acme', 'slug: apex'), 'tetrapus.io/allow-rename')],
    undefined,
  ],
  [
    'the userId of a Kleff Tenant',
    [tenant('ada')],
    [edited(tenant('ada'), 'user-ada', 'user-eve')],
    /ada\.yaml:9:11 error unsafe-change spec\.userId: .*: the tenant would start with an empty namespace/,
  ],
  [
    'the namespace of a Kleff Tenant',
    [tenant('ada')],
    [edited(tenant('ada'), 'namespace: tenants', 'namespace: other')],
    /ada\.yaml:5:14 error unsafe-change metadata\.namespace: metadata\.namespace of Tenant ada changes from "tenants" to "other"/,
  ],
  [
    'the userId and the namespace of a Kleff Tenant, as the annotation allows',
    [tenant('ada')],
    [
      annotated(
        edited(edited(tenant('ada'), 'namespace: tenants', 'namespace: other'), 'user-ada', 'user-eve'),
        'kleff.io/allow-move',
      ),
    ],
    undefined,
  ],
  ['the plan of a Kleff Tenant', [tenant('ada')], [tenant('ada', 'pro')], undefined],
  [
    'the tenants that adds a Tenant with the same name in another namespace',
    [tenant('ada')],
    [
      tenant('ada'),
      file('tenants/b.yaml', textOf(tenant('ada')).replace('user-ada', 'user-b').replace(': tenants', ': b')),
    ],
    undefined,
  ],
];

function textOf(source: ReturnType<typeof file>): string {
  return 'text' in source ? source.text : '';
}

suite('among changes that could orphan data, a change of', (test) => {
  for (const [what, base, head, message] of unsafe) {
    test(`${what} is ${message ? 'rejected' : 'allowed'}`, async () => {
      const { code, stderr } = await runOn(versions(base, head), 'diff', 'main');
      assert.is(code, message ? 1 : 0, stderr);
      assert.is(stderr.includes('unsafe-change'), message !== undefined);
      if (message) assert.match(stderr, message);
    });
  }

  test('a namespace that comes from the Platform is rejected', async () => {
    const platform = (namespace: string) =>
      file(
        'tenants/p.yaml',
        `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata:\n  name: platform\nspec:\n  defaultNamespace: ${namespace}\n`,
      );
    const ada = edited(tenant('ada'), '  namespace: tenants\n', '');
    const { code, stderr } = await runOn(versions([platform('one'), ada], [platform('two'), ada]), 'diff', 'main');
    assert.is(code, 1);
    assert.match(stderr, /ada\.yaml:3:1 error unsafe-change metadata\.namespace: .* from "one" to "two"/);
  });
});
