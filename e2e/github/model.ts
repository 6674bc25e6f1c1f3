import { approvalFor, approvalText } from '../../analysis/guard/approval.ts';
import { pastObjects } from '../../analysis/guard/inventory.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { kleffTenant } from '../../test/cli/sandbox.ts';
import { type Files, platform, type World } from './checkout.ts';

/** The expected source branch, computed independently of the action. */

export const approvalLabel = 'leasehold/approve-removal';

/** A commit of the source branch: the plan of each tenant, and the tenants that it removes with an approval. */
export interface Version {
  readonly commit: string;
  readonly parent: Version | undefined;
  readonly plans: ReadonlyMap<string, string>;
  readonly approved: ReadonlySet<string>;
  /** True if a file has an error. */
  readonly isBroken: boolean;
}

export interface Change {
  readonly plans: ReadonlyMap<string, string>;
  readonly approval?: 'label' | 'file' | undefined;
  readonly breaks?: boolean;
}

export function firstVersion(world: World, names: readonly string[]): Version {
  const plans = new Map(names.map((name) => [name, 'pro']));
  const commit = world.push({ 'tenants/platform.yaml': platform, ...fileChanges(new Map(), plans) });
  return { commit, parent: undefined, plans, approved: new Set(), isBroken: false };
}

/** Commits a change on top of a version to a branch, as a squash merge does. */
export function addVersion(world: World, parent: Version, change: Change, branch = 'main'): Version {
  const { plans, approval, breaks = false } = change;
  const removed = [...parent.plans.keys()].filter((name) => !plans.has(name));
  const broken: Files = { 'tenants/broken.yaml': breaks ? 'kind: Tenant\n' : null };
  const files = {
    ...fileChanges(parent.plans, plans),
    ...(breaks === parent.isBroken ? {} : broken),
    ...(approval === 'file' ? approvalFile(parent.plans, plans) : {}),
  };
  const commit = world.push(files, branch, parent.commit);
  if (approval === 'label') world.server.labels.set(commit, [approvalLabel]);
  return { commit, parent, plans, approved: new Set(approval ? removed : []), isBroken: breaks };
}

function fileChanges(old: Version['plans'], now: Version['plans']): Files {
  const gone = [...old.keys()].filter((name) => !now.has(name)).map((name) => [`tenants/${name}.yaml`, null]);
  const written = [...now].filter(([name, plan]) => old.get(name) !== plan);
  return Object.fromEntries([
    ...gone,
    ...written.map(([name, plan]) => [`tenants/${name}.yaml`, kleffTenant(name, plan)]),
  ]);
}

let approvals = 0;

function approvalFile(old: Version['plans'], now: Version['plans']): Files {
  const objects = (plans: Version['plans']) => pastObjects(render(sources(plans)).objects);
  const present = new Set(objects(now).map(({ id }) => id));
  const removed = objects(old).filter(({ id }) => !present.has(id));
  return { [`.leasehold/approvals/${++approvals}.yaml`]: `${approvalText(approvalFor(removed))}\n` };
}

/** The input files of a version without errors. */
export function sources(plans: Version['plans']): readonly SourceFile[] {
  const tenants = [...plans].map(([name, plan]) => ({ path: `tenants/${name}.yaml`, text: kleffTenant(name, plan) }));
  return [{ path: 'tenants/platform.yaml', text: platform }, ...tenants];
}

/**
 * The versions after `rendered` up to `head`, oldest first. If history was rewritten, they start after the last common version.
 */
function since(rendered: Version, head: Version): readonly Version[] {
  const known = new Set(line(rendered));
  return line(head)
    .filter((version) => !known.has(version))
    .reverse();
}

function line(version: Version | undefined): readonly Version[] {
  return version ? [version, ...line(version.parent)] : [];
}

/**
 * Whether the rendered manifests may become those of a version: without an approval, at most a fifth of the tenants are
 * removed. All tenants have the same number of objects. An approval covers what its own commit removes, until the tenant is
 * added again.
 */
export function mayReplace(rendered: Version, head: Version): boolean {
  let before = rendered.plans;
  const approved = new Set<string>();
  for (const version of since(rendered, head).filter(({ isBroken }) => !isBroken)) {
    for (const name of version.plans.keys()) approved.delete(name);
    const gone = [...before.keys()].filter((name) => !version.plans.has(name));
    for (const name of gone) if (version.approved.has(name)) approved.add(name);
    before = version.plans;
  }
  const missing = [...rendered.plans.keys()].filter((name) => !head.plans.has(name) && !approved.has(name));
  return missing.length * 100 <= rendered.plans.size * 20;
}
