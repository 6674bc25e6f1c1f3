import { groupBy } from '../../data/group-by.ts';
import { count } from '../../shell/text.ts';
import { error, type Finding } from '../finding.ts';
import type { ApplicationObject } from './application.ts';
import { type Scope, type Selection, scopesOf } from './scope.ts';

/** Rules that compare Applications. Each tenant must be in exactly one of them. */
export function overlapRules(applications: readonly ApplicationObject[]): readonly Finding[] {
  const scopes = applications.flatMap(scopesOf);
  return [...groupBy(scopes, ({ place }) => place).values()].flatMap((group) => [
    ...overlaps(group),
    ...shardRules(group),
  ]);
}

/**
 * A finding for each Application that renders, or can render, the same tenants as an earlier one, or whose directory another one also
 * applies recursively.
 */
function overlaps(group: readonly Scope[]): readonly Finding[] {
  const seen = new Map<string, Scope>();
  const recursive = recursiveIn(group);
  return group.flatMap((scope) => {
    const other = overlapping(scope.selection, seen) ?? enclosing(scope, recursive);
    for (const key of [keyOf(scope), scope.selection.of, 'any']) if (!seen.has(key)) seen.set(key, scope);
    if (!other) return [];
    const who = other.application === scope.application ? 'another Application of this set' : other.application.name;
    const kinds = [scope, other].map(({ selection }) => selection.of);
    const verb = kinds.includes('tenant') && kinds.includes('shard') ? 'can render' : 'renders';
    const message = `${who} ${verb} the same tenants, and both apply them to the same cluster`;
    return [error(scope.application, { path: scope.path, message, fix: 'render each tenant in only one Application' })];
  });
}

function keyOf({ selection }: Scope): string {
  return selectionKey(selection);
}

function selectionKey(selection: Selection): string {
  if (selection.of === 'tenant') return `tenant ${selection.name}`;
  if (selection.of === 'shard') return `shard ${selection.index}/${selection.count}`;
  return selection.of === 'directory' ? `directory ${selection.path}` : 'all';
}

/** An earlier scope that can share a tenant with this selection. A tenant can be in any shard. */
function overlapping(selection: Selection, seen: ReadonlyMap<string, Scope>): Scope | undefined {
  if (selection.of === 'all') return seen.get('any');
  const same = seen.get(selectionKey(selection)) ?? seen.get('all');
  if (selection.of === 'directory') return same;
  return same ?? seen.get(selection.of === 'tenant' ? 'shard' : 'tenant');
}

/** An Application that recursively applies a parent directory of this one. */
function enclosing(scope: Scope, recursive: RecursiveScopes): Scope | undefined {
  const { selection } = scope;
  if (selection.of !== 'directory') return undefined;
  const { path } = selection;
  const isParent = (length: number) => length < path.length && path[length - 1] === '/';
  const above = recursive.lengths.filter(isParent).map((length) => recursive.at(path.slice(0, length)));
  return above.find((one) => one !== undefined && one !== scope);
}

/** The scopes that apply a directory recursively. */
interface RecursiveScopes {
  /** The lengths of their paths, ascending. The path of an Application can have a million steps. */
  readonly lengths: readonly number[];
  readonly at: (path: string) => Scope | undefined;
}

function recursiveIn(group: readonly Scope[]): RecursiveScopes {
  const byPath = new Map(
    group.flatMap((scope) =>
      scope.selection.of === 'directory' && scope.selection.recurse ? [[scope.selection.path, scope] as const] : [],
    ),
  );
  const lengths = [...new Set([...byPath.keys()].map((path) => path.length))].sort((a, b) => a - b);
  return { lengths, at: (path) => byPath.get(path) };
}

interface Shard {
  readonly scope: Scope;
  readonly index: number;
  readonly count: number;
}

/** Checks that all shards have the same count and that each of them exists. */
function shardRules(group: readonly Scope[]): readonly Finding[] {
  const shards = group.flatMap((scope) => (scope.selection.of === 'shard' ? [{ scope, ...scope.selection }] : []));
  const [first] = shards;
  if (!first) return [];
  const wrong = shards.filter(
    ({ scope, index, count }) => scope.application.isTemplate && (index < 1 || index > count),
  );
  const other = shards.find(({ count }) => count !== first.count);
  if (wrong.length > 0)
    return wrong.map(({ scope, index, count }) => report(scope, `shard ${index}/${count} does not exist`));
  if (!other) return missingShards(first, shards);
  const counts = `some shards divide the tenants into ${count(first.count, 'part')}, others into ${other.count}`;
  return [report(other.scope, `${counts}, so some tenants are in two Applications or in none`)];
}

function missingShards(first: Shard, shards: readonly Shard[]): readonly Finding[] {
  const present = new Set(shards.map(({ index }) => index));
  const all = Array.from({ length: Math.min(first.count, 1000) }, (_, index) => index + 1);
  const missing = all.filter((index) => !present.has(index)).map((index) => `${index}/${first.count}`);
  if (missing.length === 0) return [];
  const names =
    missing.length > 5 ? `${missing.slice(0, 5).join(', ')} and ${missing.length - 5} more` : missing.join(', ');
  const [noun, possessive] = missing.length === 1 ? ['shard', 'its'] : ['shards', 'their'];
  return [report(first.scope, `no Application renders the ${noun} ${names}, so ${possessive} tenants are missing`)];
}

function report({ application, path }: Scope, message: string): Finding {
  return error(application, { path, message, fix: 'use each of the shards 1/n to n/n once, with the same n' });
}
