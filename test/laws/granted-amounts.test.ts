import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { type Problem, render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { evil, grant, kleff, shared } from './grant-attacks.ts';

function errorsOf(...files: readonly SourceFile[]): readonly Problem[] {
  return render([...shared, ...files]).problems.filter(isError);
}

suite('law: a tenant can use a Grant only within its limits', (test) => {
  test('a directory has one document of a kind that needs a Grant and twenty namespaces, or the highest granted number', () => {
    const kind = 'Tenant.kleff.kleff.io';
    const many = (count: number) =>
      evil(
        Array.from({ length: count }, (_, n) =>
          kleff('evil', 'free', 'evil').text.replaceAll('evil', `evil-${n}`),
        ).join('---\n'),
      );
    const limited = (...limits: readonly object[]) =>
      limits.map((one, index) => grant(`limits-${index}`, { tenants: ['evil'], limits: one }));
    assert.equal(errorsOf(many(1)), []);
    const [error, ...more] = errorsOf(many(3));
    assert.match(error?.message ?? '', `the directory of tenant evil exceeds its limit of 1 ${kind}`);
    assert.match(error?.fix ?? '', `spec.limits["${kind}"] of a Grant`);
    assert.is(more.length, 1);
    assert.equal(errorsOf(many(3), ...limited({ [kind]: 3 }, { [kind]: 2 })), []);
    assert.is(errorsOf(many(4), ...limited({ [kind]: 3 }, { [kind]: 2 })).length, 1);
    assert.is(errorsOf(many(1), ...limited({ [kind]: 0 })).length, 1);
    assert.is(errorsOf(many(21), ...limited({ [kind]: 100 })).length, 1);
    assert.equal(errorsOf(many(21), ...limited({ [kind]: 100, Namespace: 21 })), []);
    const trusted = { ...many(3), path: 'platform/tenants/evil.yaml' };
    assert.equal(errorsOf(trusted), []);
  });
});
