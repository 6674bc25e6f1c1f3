import * as assert from 'uvu/assert';
import { fit } from '../../action/budget.ts';
import { findingSections } from '../../action/report-findings.ts';
import type { Change } from '../../analysis/diff/change.ts';
import { compareVersions, type SourceFile } from '../../leasehold.ts';
import { kleffTenant } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';

const links = { run: 'run 1', file: (path: string) => path, change: (path: string) => `${path}:7` };

function tenants(plan: string, number: number): readonly SourceFile[] {
  return Array.from({ length: number }, (_, index) => ({
    path: `tenants/t${index}.yaml`,
    text: kleffTenant(`t${index}`, plan),
  }));
}

function findings(base: readonly SourceFile[], head: readonly SourceFile[]): string {
  return fit(findingSections(compareVersions(base, head).changes, links), 60_000);
}

suite('the findings of a report', (test) => {
  test('group changes with the same reasons across tenants', () => {
    const text = findings(tenants('pro', 14), tenants('free', 12));
    assert.match(text, /^- ➖ removed 2 objects of kind `Namespace`: .* — `t12`, `t13`$/m);
    assert.match(
      text,
      /^- ✏️ changed 12 objects of kind `ResourceQuota`: less of .* — tenants\/t0\.yaml:7, .* and 2 more$/m,
    );
    assert.is(text.match(/^- /gm)?.length, 3);
  });

  test('show an example of several equal changes, unless it exceeds the size limit', () => {
    const { changes } = compareVersions(tenants('pro', 12), tenants('free', 12));
    const example = (change: Change) => `example ${change.id.name}\n`;
    const text = fit(findingSections(changes, links, example), 60_000);
    assert.equal(text.match(/^example .*$/gm), ['example kleff-plan-limits', 'example kleff-plan-quota']);
    assert.not.match(fit(findingSections(changes, links, example), 900), 'example');
  });

  test('name the object and the tenant of a change that differs from all other changes', () => {
    const text = findings(tenants('pro', 1), tenants('free', 1));
    assert.match(
      text,
      /^- `t0` ✏️ changed `ResourceQuota user-t0\/kleff-plan-quota`: less of .* — tenants\/t0\.yaml:7$/m,
    );
  });
});
