import type { World } from '../../../core/kind/world.ts';
import { formatPath, type Report } from '../../../core/problem/problem.ts';
import { writtenPath } from '../../../core/source/source.ts';
import type { Path } from '../../../data/tree.ts';
import { isDnsLabel } from '../../../kubernetes/names.ts';
import { integrationOf } from '../integration/integration.ts';
import { listedNamespaces } from './listed-namespaces.ts';
import type { TenantResource } from './members.ts';
import { checkPrefix } from './prefixes.ts';
import { sandboxesOf } from './sandboxes.ts';

/** Checks that the names of namespaces are valid, unique and not reserved. */
export function checkNamespaces(tenant: TenantResource, world: World, report: Report): void {
  if (!isDnsLabel(tenant.name)) {
    const message = `the name ${tenant.name} is the prefix of namespace names, so it must consist of at most 63 lowercase letters, digits and hyphens`;
    const example = tenant.name.replaceAll('.', '-');
    const fix = isDnsLabel(example) ? `for example ${example}` : 'choose another name';
    report('bad-format', ['metadata', 'name'], message, { fix });
    return;
  }
  checkPrefix(tenant, world, report);
  const seen = new Map<string, string>();
  for (const { name, path, what, shorten } of namesOf(tenant, world)) {
    const other = seen.get(name);
    seen.set(name, what);
    checkLength(name, shorten, { path, report });
    checkPrivileged(name, world, { path, report });
    if (other !== undefined && other !== what) {
      report('conflicting-fields', path, `${what} and ${other} would both have the name ${name}`, {
        fix: 'rename or remove one of them',
      });
    }
  }
}

interface NamespaceName {
  readonly name: string;
  readonly path: Path;
  /** A description for messages. */
  readonly what: string;
  /** What to shorten if the name is too long. */
  readonly shorten: string;
}

function namesOf(tenant: TenantResource, world: World): readonly NamespaceName[] {
  return [
    ...listedNamespaces(tenant).map(({ name, path }) => ({
      name,
      path,
      what: formatPath(writtenPath(tenant.origin, path).slice(-2)),
      shorten: 'this value',
    })),
    ...sandboxesOf(tenant, world).map(({ name, member }) => ({
      name,
      path: member.path,
      what: `the sandbox of ${member.user}`,
      shorten: 'the name of the user',
    })),
  ];
}

interface ReportTarget {
  readonly path: Path;
  readonly report: Report;
}

function checkLength(name: string, shorten: string, { path, report }: ReportTarget): void {
  if (name.length <= 63) return;
  const message = `the name of namespace ${name} would be ${name.length} characters long; the maximum is 63`;
  report('name-too-long', path, message, { fix: `shorten ${shorten} or the name of the tenant` });
}

/** Rejects namespaces of the platform: reserved, privileged in the IntegrationConfig, or used by integrations. */
export function checkPrivileged(name: string, world: World, { path, report }: ReportTarget): void {
  const integration = world.derived(integrationOf);
  const reason = integration.isPrivileged(name)
    ? 'matches a privileged namespace of the IntegrationConfig'
    : world.settings.isReserved(name)
      ? 'is reserved for the platform'
      : name === integration.namespace || world.isPlatformNamespace(name)
        ? 'contains objects of the platform'
        : undefined;
  if (reason === undefined) return;
  const fix = 'choose another name';
  report('reserved-namespace', path, `namespace ${name} ${reason}, so no tenant can own it`, { fix });
}
