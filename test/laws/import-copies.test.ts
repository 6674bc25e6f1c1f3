import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { listAt, textAt } from '../../data/tree.ts';
import { importFrom } from '../../import/index.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { accurateCopies, type CopiedExport, hncCopies } from '../import-exports/copies.ts';
import { exportFile } from '../import-exports/index.ts';
import type { Body } from '../import-exports/values.ts';
import { runs } from '../runs.ts';

suite('law: an import renders the bindings that the cluster has', (test) => {
  test('accurate: copies that users changed, and copies without an original', () =>
    assertSameGrants('accurate', accurateCopies));

  test('hnc: objects that a flag excludes, and objects that an ancestor replaces', () =>
    assertSameGrants('hnc', hncCopies));
});

function assertSameGrants(system: 'accurate' | 'hnc', exports: fc.Arbitrary<CopiedExport>): void {
  fc.assert(
    fc.property(exports, ({ objects, handled }) => {
      const imported = importFrom(system, [exportFile(objects)]);
      assert.ok(imported.ok);
      if (!imported.ok) return;
      const rendered = render(imported.files).objects.map(({ text }) => parse(text) as Body);
      const [before, after] = [grantsIn(handled), grantsIn(rendered)];
      assert.equal([...after].filter((grant) => !before.has(grant)).sort(), [], 'wider');
      assert.equal([...before].filter((grant) => !isGranted(grant, after)).sort(), [], 'lost');
      assert.equal(imported.report.wider, []);
    }),
    { numRuns: runs(20) },
  );
}

/** Grants as text: namespace, subject, role. */
function grantsIn(objects: readonly Body[]): ReadonlySet<string> {
  const bindings = objects.filter(({ kind }) => kind === 'RoleBinding');
  return new Set(
    bindings.flatMap((one) =>
      listAt(one, 'subjects').map((subject) =>
        [textAt(one, 'metadata', 'namespace'), userOf(subject), textAt(one, 'roleRef', 'name')].join(' | '),
      ),
    ),
  );
}

/** A user with the name of a service account is that service account. */
function userOf(subject: unknown): string {
  const [kind, name] = [textAt(subject, 'kind'), textAt(subject, 'name')];
  if (kind === 'ServiceAccount') return `User system:serviceaccount:${textAt(subject, 'namespace')}:${name}`;
  return `${kind} ${name}`;
}

/** True if the render grants the role or one that contains it. */
function isGranted(grant: string, after: ReadonlySet<string>): boolean {
  const [namespace, user, role = ''] = grant.split(' | ');
  const order = ['admin', 'edit', 'view'];
  return [role, ...order.slice(0, Math.max(0, order.indexOf(role)))].some((one) =>
    after.has([namespace, user, one].join(' | ')),
  );
}
