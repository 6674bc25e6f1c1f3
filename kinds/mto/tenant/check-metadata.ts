import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { type NearestWord, nearestWord, suggestion } from '../../../data/nearest.ts';
import { shortList } from '../../../data/short-list.ts';
import type { Path } from '../../../data/tree.ts';
import { isLabelValue } from '../../../kubernetes/names.ts';
import type { Labels } from '../../../templates/views.ts';
import { integrationOf } from '../integration/integration.ts';
import { checkLabels, checkReservedKeys } from '../integration/labels.ts';
import { excessOf } from './excess.ts';
import type { TenantResource } from './members.ts';
import { userName, withUser } from './metadata.ts';
import { tenantNamespaces } from './namespaces.ts';
import { removalOf } from './resolve-namespaces.ts';
import { type Sandbox, sandboxesOf } from './sandboxes.ts';

const base = ['spec', 'namespaces', 'metadata'];

/** Checks the size and the keys of metadata, that labels are valid, and that entries match namespaces of the tenant. */
export function checkMetadata(tenant: TenantResource, world: World, report: Report): void {
  const excess = excessOf(tenant, world);
  if (excess?.of === 'metadata')
    report('out-of-range', base, excess.message, {
      fix: "shorten the metadata, or move the Tenant to the Platform's directory",
    });
  if (excess) return;
  const { common = {}, sandbox = {}, specific = [] } = tenant.body.spec.namespaces?.metadata ?? {};
  const removal = removalOf(tenant, world);
  const enforces = world.settings.enforcement !== undefined;
  checkReservedKeys(common, { path: [...base, 'common'], removal, enforces, report });
  checkLabels(common.labels ?? {}, [...base, 'common', 'labels'], report);
  checkSandbox(tenant, world, report);
  checkReservedKeys(sandbox, { path: [...base, 'sandbox'], removal, enforces, report });
  const known = knownNames(tenant, world);
  for (const [index, entry] of specific.entries()) {
    const path = [...base, 'specific', index];
    checkReservedKeys(entry, { path, removal, enforces, report });
    checkLabels(entry.labels ?? {}, [...path, 'labels'], report);
    checkNames(tenant, known, { names: entry.namespaces ?? [], path: [...path, 'namespaces'], report });
  }
}

/** Checks labels of sandboxes for every user, because an e-mail address is not a valid label value. */
function checkSandbox(tenant: TenantResource, world: World, report: Report): void {
  const own = tenant.body.spec.namespaces?.metadata?.sandbox?.labels ?? {};
  const config = world.derived(integrationOf).metadata.sandboxes.labels ?? {};
  const sandboxes = sandboxesOf(tenant, world);
  const switchPath = ['spec', 'namespaces', 'sandboxes'];
  for (const [key, value] of Object.entries(own)) {
    const users = value.search(userName) < 0 ? [] : sandboxes;
    checkLabels(firstInvalid(key, value, users), [...base, 'sandbox', 'labels'], report);
  }
  for (const [key, value] of Object.entries(config)) {
    const wrong = sandboxes.length === 0 ? {} : firstInvalid(key, value, sandboxes);
    if (isLabelValue(wrong[key] ?? '')) continue;
    const message = `the label ${key} of sandboxes in the IntegrationConfig would be "${wrong[key]}", which is not a valid label value`;
    const fix = value.search(userName) < 0 ? 'correct the IntegrationConfig' : 'use an annotation for user names';
    report('bad-format', switchPath, message, { fix });
  }
}

/** The label of the first user with an invalid value, or else the label of a placeholder user. */
function firstInvalid(key: string, value: string, sandboxes: readonly Sandbox[]): Labels {
  const values = sandboxes.map(({ member }) => withUser({ [key]: value }, member.user));
  const plain = { [key]: value.replaceAll(userName, 'user') };
  return values.find((labels) => !isLabelValue(labels[key] as string)) ?? plain;
}

interface NameList {
  readonly names: readonly string[];
  readonly path: Path;
  readonly report: Report;
}

interface KnownNames {
  readonly all: ReadonlySet<string>;
  readonly first: readonly string[];
  /** The first names, as a message lists them. */
  readonly list: string;
  readonly nearest: NearestWord;
}

function knownNames(tenant: TenantResource, world: World): KnownNames {
  const all = new Set(
    world
      .derived(tenantNamespaces)(tenant)
      .map(({ name }) => name),
  );
  const names = [...all];
  return { all, first: names.slice(0, 10), list: listText(names), nearest: nearestWord(all) };
}

function listText(names: readonly string[]): string {
  if (names.length === 0) return 'no namespaces';
  return `${names.length === 1 ? 'only the namespace' : 'the namespaces'} ${shortList(names, 10)}`;
}

const addOrRemove = 'add the namespace to the tenant, or remove the name';

function checkNames(
  tenant: TenantResource,
  { all, first, list, nearest }: KnownNames,
  { names, path, report }: NameList,
): void {
  for (const [index, name] of names.entries()) {
    if (all.has(name)) continue;
    const full = `${tenant.name}-${name}`;
    const fix = all.has(full) ? `use the full name ${full}` : (suggestion(nearest(name)) ?? addOrRemove);
    const message = `the name ${name} has no effect: the tenant has ${list}`;
    report('risky-value', [...path, index], message, { fix, choices: first });
  }
}
