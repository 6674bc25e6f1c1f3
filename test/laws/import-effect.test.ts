import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { isError } from '../../core/problem/problem.ts';
import { type Path, textAt, valueAt } from '../../data/tree.ts';
import { importFrom, type SourceSystemName, systemNames } from '../../import/index.ts';
import { milli } from '../../kubernetes/quantity.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { exportFile, generatedExports } from '../import-exports/index.ts';
import { runs } from '../runs.ts';

type Body = Readonly<Record<string, unknown>>;

const generated = systemNames.filter((system) => generatedExports[system] !== undefined);

suite('law: fields that are reported as exact have exactly the same effect', (test) => {
  for (const system of generated) {
    test(`${system}: every generated export becomes files that render and grant no additional access`, () => {
      check(system, ({ imported }) => {
        assert.equal(imported.problems.filter(isError), []);
        assert.equal(imported.report.wider, []);
      });
    });

    test(`${system}: the files do not depend on the order of the export`, () => {
      check(system, ({ objects, manifests }) => {
        const reversed = importFrom(system, [exportFile(objects.toReversed())]);
        assert.ok(reversed.ok);
        if (reversed.ok) assert.equal(rendered(reversed.files), manifests);
      });
    });
  }

  test('capsule: an exact owner has its roles in every namespace, and an exact label is on every namespace', () => {
    check('capsule', ({ objects, imported, manifests }) => {
      const [tenant, ...namespaces] = objects as readonly [Body, ...Body[]];
      for (const [index, owner] of (list(tenant, 'spec', 'owners') as readonly Body[]).entries())
        for (const [at, role] of list(owner, 'clusterRoles').entries()) {
          if (verdict(imported, 0, ['spec', 'owners', index, 'clusterRoles', at]) !== 'exact') continue;
          for (const one of namespaces)
            assert.ok(
              hasAccess(manifests, nameOf(one), { ...owner, role: String(role) }),
              JSON.stringify([owner, role]),
            );
        }
      for (const [key, value] of entries(tenant, 'spec', 'namespaceOptions', 'additionalMetadata', 'labels'))
        if (verdict(imported, 0, ['spec', 'namespaceOptions', 'additionalMetadata', 'labels', key]) === 'exact')
          for (const one of namespaces) assert.is(labelOf(manifests, nameOf(one), key), value);
    });
  });

  test('capsule: the quotas of namespaces never add up to more than the quota of the Tenant', () => {
    check('capsule', ({ objects, manifests }) => {
      const spec = valueAt(objects[0], 'spec', 'resourceQuotas');
      if (textAt(spec, 'scope') !== 'Tenant' || objects.length === 1) return;
      for (const item of list(spec, 'items'))
        for (const [resource, amount] of entries(item, 'hard')) {
          const scopes = JSON.stringify(valueAt(item, 'scopes') ?? null);
          assert.ok(sumOf(manifests, resource, scopes) <= milli(amount), `${resource} ${amount} ${scopes}`);
        }
    });
  });

  test('cluster-wide, members can only get Tenants and classes by name', () => {
    for (const system of ['capsule', 'hnc', 'accurate'] as const)
      check(system, ({ manifests }) => {
        const bound = manifests
          .filter(({ kind }) => kind === 'ClusterRoleBinding')
          .map((one) => textAt(one, 'roleRef', 'name'));
        const roles = manifests.filter((one) => one['kind'] === 'ClusterRole' && bound.includes(nameOf(one)));
        for (const rule of roles.flatMap((role) => list(role, 'rules'))) {
          assert.equal(list(rule, 'verbs'), ['get']);
          assert.ok(list(rule, 'resourceNames').length > 0);
          assert.match(String(list(rule, 'resources')), /^(?:tenants|[a-z]+classes)$/);
        }
      });
  });

  test('hnc and accurate: the render grants each subject only roles that it had before', () => {
    for (const system of ['hnc', 'accurate'] as const)
      check(system, ({ objects, manifests }) => {
        const sources = objects.filter(({ kind }) => kind === 'RoleBinding');
        for (const one of manifests.filter(({ kind }) => kind === 'RoleBinding'))
          for (const subject of list(one, 'subjects'))
            assert.ok(
              sources.some(
                (source) =>
                  textAt(source, 'roleRef', 'name') === textAt(one, 'roleRef', 'name') &&
                  list(source, 'subjects').some((other) => userOf(other) === userOf(subject)),
              ),
            );
      });
  });
});

interface Import {
  readonly objects: readonly Body[];
  readonly imported: Extract<ReturnType<typeof importFrom>, { readonly ok: true }>;
  readonly manifests: readonly Body[];
}

/** With a fixed seed, the tests of a system try the same exports, so each export is imported and rendered once. */
const known = new Map<string, Import>();

function check(system: SourceSystemName, holds: (one: Import) => void): void {
  fc.assert(
    fc.property(generatedExports[system] ?? fc.constant([]), (objects) => {
      const key = JSON.stringify([system, objects]);
      const one = known.get(key) ?? importOf(system, objects);
      known.set(key, one);
      holds(one);
    }),
    { numRuns: runs(10) },
  );
}

function importOf(system: SourceSystemName, objects: readonly Body[]): Import {
  const imported = importFrom(system, [exportFile(objects)]);
  if (!imported.ok) throw new Error(imported.problems.map(({ message }) => message).join('\n'));
  return { objects, imported, manifests: rendered(imported.files) };
}

function rendered(files: readonly { readonly path: string; readonly text: string }[]): readonly Body[] {
  return render(files).objects.map(({ text }) => parse(text) as Body);
}

function verdict({ report }: Import['imported'], object: number, path: Path): string | undefined {
  const lines = report.objects[object]?.lines ?? [];
  return lines.find((line) => line.path.every((step, at) => path[at] === step))?.entry.fidelity;
}

function hasAccess(manifests: readonly Body[], namespace: string, owner: Body): boolean {
  const order = ['admin', 'edit', 'view'];
  const enough = [owner['role'], ...order.slice(0, Math.max(0, order.indexOf(String(owner['role']))))];
  return manifests.some(
    (one) =>
      one['kind'] === 'RoleBinding' &&
      textAt(one, 'metadata', 'namespace') === namespace &&
      enough.includes(textAt(one, 'roleRef', 'name')) &&
      list(one, 'subjects').some((subject) => userOf(subject) === userOf(owner)),
  );
}

/** The total that the namespaces can use: in each, the lowest limit counts. */
function sumOf(manifests: readonly Body[], resource: string, scopes: string): bigint {
  const quotas = manifests.filter(
    (one) => one['kind'] === 'ResourceQuota' && JSON.stringify(valueAt(one, 'spec', 'scopes') ?? null) === scopes,
  );
  const bounds = new Map<string, bigint>();
  for (const one of quotas) {
    const [namespace, amount] = [textAt(one, 'metadata', 'namespace'), valueAt(one, 'spec', 'hard', resource)];
    if (amount === undefined) continue;
    const [known, bound] = [bounds.get(namespace), milli(String(amount))];
    bounds.set(namespace, known !== undefined && known < bound ? known : bound);
  }
  return [...bounds.values()].reduce((sum, one) => sum + one, 0n);
}

function labelOf(manifests: readonly Body[], namespace: string, key: string): unknown {
  const found = manifests.find((one) => one['kind'] === 'Namespace' && nameOf(one) === namespace);
  return valueAt(found, 'metadata', 'labels', key);
}

/** A user with the name of a service account is that service account. */
function userOf(subject: unknown): string {
  const [kind, name] = [textAt(subject, 'kind'), textAt(subject, 'name')];
  if (kind === 'ServiceAccount') return `User system:serviceaccount:${textAt(subject, 'namespace')}:${name}`;
  return `${kind} ${name}`;
}

function nameOf(body: Body): string {
  return textAt(body, 'metadata', 'name');
}

function list(body: unknown, ...path: Path): readonly unknown[] {
  const value = valueAt(body, ...path);
  return Array.isArray(value) ? value : [];
}

function entries(body: unknown, ...path: Path): readonly (readonly [string, string])[] {
  const value = valueAt(body, ...path);
  return typeof value === 'object' && value !== null ? (Object.entries(value) as [string, string][]) : [];
}
