import { contracts } from '../../../build/contracts.ts';
import { freeKinds } from '../../../core/gate/kinds.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { didYouMean } from '../../../data/nearest.ts';
import type { Path } from '../../../data/tree.ts';
import { groupOf } from '../../../kubernetes/api-version.ts';
import { clusterScoped } from '../../../kubernetes/cluster-scoped.ts';
import { namespaced } from '../../../kubernetes/namespaced.ts';
import { checkMetadata } from './check-metadata.ts';

/** The names of kinds in Grants, such as `Tenant.kleff.kleff.io`. */
const kindNames = [
  ...new Set(
    Object.values(contracts).map(({ apiVersion, kind }) => [kind, groupOf(apiVersion)].filter(Boolean).join('.')),
  ),
];

/** The namespaced kinds of the core group, which the author of a Template can choose. */
const coreKinds = [...namespaced].filter((kind) => !kind.includes('.'));

/** Reports unknown kinds, entries that no Grant can allow, and a Grant that has no effect. */
export function resolve({ body }: Resource<'grant'>, { settings }: World, report: Report): Record<string, never> {
  const { kinds = [], fields = {}, objects = [], metadata = [], limits = {} } = body.spec;
  for (const [index, kind] of kinds.entries())
    checkKind(kind, ['spec', 'kinds', index], { choices: kindNames, report });
  const choices = [...new Set([...kindNames, ...freeKinds, ...coreKinds, ...objects])];
  for (const kind of Object.keys(fields).filter(isKnownGroup))
    checkKind(kind, ['spec', 'fields', kind], { choices, report });
  for (const kind of Object.keys(limits)) checkKind(kind, ['spec', 'limits', kind], { choices: kindNames, report });
  for (const [index, kind] of objects.entries()) checkScope(kind, ['spec', 'objects', index], report);
  checkMetadata(metadata, settings.granted(''), report);
  if (!settings.directoryPerTenant) reportMissingBoundary(settings.hasPlatform, report);
  else if (!settings.delegates) warnAboutTrust(report);
  return {};
}

function warnAboutTrust(report: Report): void {
  const message = 'the Grant has no effect: the Platform sets trustTenantDirectories';
  const fix = 'delete the Grant, or remove spec.trustTenantDirectories from the Platform';
  report('ignored-field', ['spec'], message, { fix });
}

/**
 * Reports an error, not a warning: without directoryPerTenant, leasehold would trust the files of tenants whose rights the
 * Grants are meant to define.
 */
function reportMissingBoundary(hasPlatform: boolean, report: Report): void {
  const message = 'no Platform sets directoryPerTenant, so all authors are trusted and the Grant has no effect';
  const setting = hasPlatform
    ? 'set spec.directoryPerTenant in the Platform'
    : 'add a Platform with spec.directoryPerTenant';
  const fix = `${setting}; if you trust all authors, delete the Grants`;
  report('unresolved-reference', ['spec'], message, { fix });
}

/**
 * Whether the kind is in the core group or in a group that leasehold supports. Objects of Templates can have kinds of any
 * group.
 */
function isKnownGroup(kind: string): boolean {
  const group = kind.includes('.') ? kind.slice(kind.indexOf('.')) : '';
  return group === '' || kindNames.some((name) => name.endsWith(group));
}

interface Choices {
  readonly choices: readonly string[];
  readonly report: Report;
}

function checkKind(kind: string, path: Path, { choices, report }: Choices): void {
  if (choices.includes(kind)) return;
  const fix = didYouMean(kind, choices);
  report('not-a-choice', path, `${kind} is not a kind that leasehold supports`, { fix, choices });
}

function checkScope(kind: string, path: Path, report: Report): void {
  if (!clusterScoped.has(kind)) return;
  const who = kind === 'Namespace' ? 'no Template' : "only instances in the Platform's directory";
  const fix = `remove the kind; ${who} can render it`;
  report('not-a-choice', path, `${kind} is cluster-scoped, so no Grant can allow it`, { fix });
}
