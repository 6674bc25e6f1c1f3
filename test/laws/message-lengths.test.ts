import * as assert from 'uvu/assert';
import { externalSecrets } from '../../admission/rules/external-secrets.ts';
import { diffObjects } from '../../analysis/diff/diff.ts';
import { passGate } from '../../core/gate/gate.ts';
import { grantsFrom } from '../../core/settings/grants.ts';
import { settingsFrom } from '../../core/settings/settings.ts';
import { limits } from '../../data/limits.ts';
import { suite } from '../harness.ts';

/** The characters of a text, and the number of entries to which the text belongs. Their product is much more than a file has. */
const [characters, entries] = [20_000, 2000];
const text = 'a'.repeat(characters);
/** The maximum number of characters of all messages about an object with these entries. */
const maxMessages = 1_000_000;

function numbered<T>(item: (index: number) => T): readonly T[] {
  return Array.from({ length: entries }, (_, index) => item(index));
}

function object(apiVersion: string, kind: string, rest: object): object {
  return { apiVersion, kind, metadata: { name: 'x', namespace: 'evil' }, ...rest };
}

const ingress = (host: string) =>
  object('networking.k8s.io/v1', 'Ingress', {
    spec: { rules: [{ host, http: { paths: numbered((index) => ({ path: `/${index}`, pathType: 'Exact' })) } }] },
  });

const externalSecret = object('external-secrets.io/v1', 'ExternalSecret', {
  spec: {
    secretStoreRef: { name: text },
    data: numbered((index) => ({ secretKey: 'a', remoteRef: { key: `${index}` } })),
  },
});

function denialsOf(tree: object): readonly { readonly message: string; readonly fix?: string }[] {
  const author = { sort: 'tenant', granted: grantsFrom([])('evil'), isLiteral: () => false } as const;
  const settings = settingsFrom(undefined, [], []);
  const result = passGate(tree, { author, namespace: 'evil', isRepeated: false, settings });
  return result.ok ? [] : result.problems;
}

const pod = (value: string) => ({
  containers: [
    {
      name: text,
      env: numbered((index) => ({ name: `V${index}`, value })),
      securityContext: { capabilities: { add: numbered((index) => `${value}${index}`) } },
    },
  ],
});

/** The comparison of a role with more combinations of verbs, resources and names does not list them. */
const maxCombinations = 500;

/** Objects with a long text, before and after a change of every entry. */
const changes: Readonly<Record<string, (value: string) => object>> = {
  'fields and capabilities of a container with a long name': (value) =>
    object('apps/v1', 'Deployment', { spec: { template: { spec: pod(value) } } }),
  'subjects of a role with a long name': (value) =>
    object('rbac.authorization.k8s.io/v1', 'RoleBinding', {
      roleRef: { kind: 'Role', name: text },
      subjects: numbered((index) => ({ kind: 'User', name: `${value}${index}` })),
    }),
  'verbs of a resource with a long name': (value) =>
    object('rbac.authorization.k8s.io/v1', 'Role', {
      rules: [
        {
          apiGroups: [''],
          resources: [text],
          verbs: numbered((index) => `${value}${index}`).slice(0, maxCombinations),
        },
      ],
    }),
};

function diffOf(tree: object, other: object): string {
  const [before = [], after = []] = [tree, other].map((one) => {
    const { apiVersion, kind } = one as { readonly apiVersion: string; readonly kind: string };
    const id = { group: apiVersion.split('/')[0] ?? '', kind, namespace: 'evil', name: 'x' };
    return [{ id, tenant: 'evil', text: JSON.stringify(one), origin: undefined }];
  });
  return JSON.stringify(diffObjects(before, after));
}

suite('law: the characters of messages are limited, not the product of the length and the number of texts', (test) => {
  for (const [what, tree] of Object.entries({
    'paths of a long host': ingress(text),
    'keys of a long store': externalSecret,
  }))
    test(`denials of ${what}`, () => {
      const denials = denialsOf(tree);
      const size = JSON.stringify(denials).length;
      assert.ok(size < maxMessages, `${size} characters`);
      assert.is(denials.length, limits.problems);
      assert.match(denials.at(-1)?.message ?? '', /: [1-9]\d* more parts of the object need a Grant$/);
    });

  test('denials of less paths than the limit are complete', () =>
    assert.not(denialsOf(ingress('www.acme.example')).some(({ message }) => message.includes('…'))));

  for (const [what, shape] of Object.entries(changes))
    test(`the comparison of ${what}`, () => {
      const size = diffOf(shape('a'), shape('b')).length;
      assert.ok(size < 3 * maxMessages, `${size} characters`);
    });

  test('keys that a PushSecret writes to many stores', () => {
    const push = object('external-secrets.io/v1alpha1', 'PushSecret', {
      spec: {
        secretStoreRefs: numbered((index) => ({ name: `${index}` })),
        data: numbered((index) => ({ match: { remoteRef: { remoteKey: `${index}` } } })),
      },
    });
    const [clause] = externalSecrets.clauses;
    const metadata = { annotations: { 'leasehold.dev/allow-secrets': 'vault evil/' } };
    const request = { namespaceObject: { metadata } };
    assert.equal(clause && 'find' in clause && clause.find(push as never, request as never), [
      `${entries} keys of each of ${entries} stores`,
    ]);
  });
});
