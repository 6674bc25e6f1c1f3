import { contracts } from '../../../build/contracts.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { didYouMean } from '../../../data/nearest.ts';
import { groupOf } from '../../../kubernetes/api-version.ts';

/** Names of kinds as Grants write them: `Tenant.kleff.kleff.io`. */
const kindNames = [
  ...new Set(
    Object.values(contracts).map(({ apiVersion, kind }) => [kind, groupOf(apiVersion)].filter(Boolean).join('.')),
  ),
];

/** Reports kinds that do not exist, and a Grant without effect because no directory belongs to a tenant. */
export function resolve({ body }: Resource<'grant'>, { settings }: World, report: Report): Record<string, never> {
  const { kinds = [], fields = {} } = body.spec;
  for (const [index, kind] of kinds.entries()) checkKind(kind, ['spec', 'kinds', index], report);
  for (const kind of Object.keys(fields)) checkKind(kind, ['spec', 'fields', kind], report);
  if (!settings.delegates) {
    const message = 'the Platform sets no directoryPerTenant, so all authors are trusted and Grants have no effect';
    report('ignored-field', ['spec'], message, { fix: 'set spec.directoryPerTenant in the Platform' });
  }
  return {};
}

function checkKind(kind: string, path: readonly (string | number)[], report: Report): void {
  if (kindNames.includes(kind)) return;
  const fix = didYouMean(kind, kindNames);
  report('not-a-choice', path, `${kind} is not a kind that leasehold renders`, { fix, choices: kindNames });
}
