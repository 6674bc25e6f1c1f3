import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { risks } from '../../analysis/diff/change.ts';
import { diffObjects } from '../../analysis/diff/diff.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import type { PodSecurityLevel } from '../../kubernetes/privileges/privilege.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import { suite } from '../harness.ts';

/**
 * test/cli/risks.yaml has one document for each case: the change (the name of the case), old and new objects, and the
 * expected text for each finding, as `Kind name: risk, why`. A change without findings is `Kind name: risk`, or
 * `Kind name: kept` if Argo CD leaves the object in the cluster. Objects are in namespace a and belong to tenant a unless
 * they set others. Both sides contain one more object of tenant a.
 */
interface Case {
  readonly case: string;
  readonly old?: readonly Written[];
  readonly new?: readonly Written[];
  /** The Pod Security level of the Platform. */
  readonly level?: PodSecurityLevel;
  readonly expected: readonly string[];
}

const same: Written = { kind: 'ConfigMap', metadata: { namespace: 'same' } };

interface Written {
  readonly kind: string;
  readonly apiVersion?: string;
  readonly tenant?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

const clusterScoped = new Set([
  'Namespace',
  'ClusterRoleBinding',
  'ClusterRole',
  'CustomResourceDefinition',
  'K8sAllowedRepos',
  'StorageClass',
  'MutatingAdmissionPolicy',
  'ValidatingAdmissionPolicy',
  'ValidatingWebhookConfiguration',
  'ValidatingAdmissionPolicyBinding',
  'PersistentVolume',
  'ClusterResourceQuota',
]);
const cases = (parseAllDocuments(readFileSync('test/cli/risks.yaml', 'utf8')) as { toJS(): Case }[]).map((document) =>
  document.toJS(),
);

suite('the risks of a change:', (test) => {
  for (const { case: title, old = [], new: now = [], level, expected } of cases) {
    test(title, () => {
      const changes = diffObjects([...old, same].map(toManifest), [...now, same].map(toManifest), level);
      const found = changes.flatMap(({ id, risk, findings, kept }) => {
        const name = `${id.kind} ${id.name}`;
        if (findings.length === 0) return [`${name}: ${kept ? 'kept' : risk}`];
        return findings.map((finding) => `${name}: ${finding.risk}, ${finding.why}`);
      });
      assert.equal(found, expected);
    });
  }

  test('each risk is covered by a case', () => {
    for (const risk of Object.keys(risks))
      assert.ok(
        cases.some(({ expected }) => expected.some((line) => line.includes(`: ${risk}`))),
        risk,
      );
  });
});

suite('an object in place of any other value', (test) => {
  test('never breaks the comparison', () => {
    for (const { old = [], new: now = [], level } of cases)
      for (const [index, object] of now.entries())
        for (const odd of withOddValue(object)) {
          const changed = now.map((one, other) => (other === index ? { ...one, ...(odd as object) } : one));
          const [before, after] = [old.map(toManifest), changed.map(toManifest)];
          diffObjects(before, after, level);
          diffObjects(after, before, level);
        }
  });
});

/** Copies of a value, each with one nested value replaced by an object. Keeps the kind, apiVersion, metadata and tenant. */
function withOddValue(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [{ toString: 'x' }];
  const copies = Object.entries(value).flatMap(([key, inner]) =>
    identity.has(key) ? [] : withOddValue(inner).map((odd) => ({ key, odd })),
  );
  return copies.map(({ key, odd }) => (Array.isArray(value) ? value.with(Number(key), odd) : { ...value, [key]: odd }));
}

const identity = new Set(['kind', 'apiVersion', 'metadata', 'tenant']);

suite('the fields of a change', (test) => {
  const fields = (old: unknown, now: unknown) => {
    const [change] = diffObjects(
      [toManifest({ kind: 'X', ...(old as object) })],
      [toManifest({ kind: 'X', ...(now as object) })],
    );
    return change?.fields;
  };

  test('are named by their paths, with both values', () => {
    assert.equal(fields({ a: { b: 1, c: 'x' }, d: true }, { a: { b: 2, c: 'x' }, e: null }), [
      { path: 'a.b', old: 1, new: 2 },
      { path: 'd', old: true },
      { path: 'e', new: null },
    ]);
    assert.equal(fields({ m: { 'a/b': 1 } }, { m: { 'a/b': 2 } }), [{ path: 'm["a/b"]', old: 1, new: 2 }]);
  });

  test('can have the names of members of Object.prototype', () => {
    const sync = (value: string) => ({ 'argocd.argoproj.io/sync-options': `Prune=${value}` });
    const found = (kind: string, word: string) => {
      const at = (value: string) => toManifest({ kind, metadata: { annotations: sync(value) } });
      const pairs = [[[at(word)], []] as const, [[], [at(word)]] as const, [[at('false')], [at(word)]] as const];
      const changes = pairs.flatMap(([old, now]) =>
        diffObjects([...old, toManifest(same)], [...now, toManifest(same)]),
      );
      return changes.map(({ risk, findings }) => [risk, findings]);
    };
    for (const key of ['toString', 'constructor', 'hasOwnProperty', '__proto__']) {
      assert.equal(found(key, 'true'), found('Widget', 'true'), key);
      assert.equal(found('PersistentVolume', key), found('PersistentVolume', 'widget'), key);
      const data = Object.fromEntries([[key, 'x']]);
      assert.equal(fields({ data: {} }, { data }), [{ path: `data.${key}`, new: 'x' }]);
    }
  });

  test('of a list use the names of its items, so that a new first item is one change', () => {
    const env = (...names: string[]) => ({ env: names.map((name) => ({ name, value: name })) });
    assert.equal(fields(env('A', 'B'), env('Z', 'A', 'B')), [{ path: 'env[Z]', new: { name: 'Z', value: 'Z' } }]);
    assert.equal(fields(env('A', 'B'), env('B', 'A')), [{ path: 'env (order)', old: ['A', 'B'], new: ['B', 'A'] }]);
    assert.equal(fields({ l: [1, 2] }, { l: [1, 3, 4] }), [
      { path: 'l[1]', old: 2, new: 3 },
      { path: 'l[2]', new: 4 },
    ]);
  });

  test('never contain the data of a Secret', () => {
    const secret = (value: string) =>
      toManifest({ kind: 'Secret', metadata: { name: 's' }, ...{ stringData: { password: value } } });
    const [change] = diffObjects([secret('hunter2')], [secret('hunter3')]);
    assert.equal(change?.fields, [{ path: 'stringData.password', old: '(secret)', new: '(secret)' }]);
    assert.not.match(JSON.stringify(change), /hunter/);
  });
});

function toManifest(written: Written): Manifest {
  const { tenant = 'a', ...object } = written;
  const { kind, metadata = {} } = object;
  const { apiVersion = kind === 'NetworkPolicy' ? 'networking.k8s.io/v1' : 'v1' } = object;
  const namespace = clusterScoped.has(kind) ? '' : (metadata.namespace ?? 'a');
  const name = metadata.name ?? 'x';
  const body = { ...object, apiVersion, metadata: { ...metadata, name, ...(namespace === '' ? {} : { namespace }) } };
  return {
    id: { group: groupOf(apiVersion), kind, namespace, name },
    tenant,
    origin: undefined,
    file: 'a',
    shape: 'secret',
    wave: 0,
    text: `${printYaml(body, 0).slice(1)}\n`,
  };
}
