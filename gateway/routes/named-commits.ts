import type { TenantRepository } from '../world/repository.ts';

/** The commits that a request names, except the newest one. */
export interface Named {
  /** Full SHAs, in any of the parts of the request. */
  readonly shas: readonly string[];
  /** The state of the branch in the parameter `at`. */
  readonly at: string | undefined;
}

type Part = 'at' | 'cursor' | 'ifMatch';

/** The commits in the parts of a request. Undefined if these name no commit, or only the newest one. */
export function namedCommits(parts: Readonly<Record<Part, string | undefined>>, head: string): Named | undefined {
  const all = Object.values(parts).flatMap((text) => /^"?([0-9a-f]{40})(?:[".]|$)/.exec(text ?? '')?.[1] ?? []);
  const shas = all.filter((sha) => sha !== head);
  const at = parts.at === head ? undefined : parts.at;
  return shas.length > 0 || at !== undefined ? { shas, at } : undefined;
}

export interface Found {
  /** Whether this replica lacks a named commit, which another replica might have fetched. */
  readonly lacksAny: boolean;
  /** Undefined if `at` is not a state of the branch. */
  readonly commit: string | undefined;
}

export function findIn(repository: Pick<TenantRepository, 'has' | 'resolve'>, { shas, at }: Named): Found {
  const lacksAny = shas.some((sha) => !repository.has(sha));
  return { lacksAny, commit: at === undefined ? undefined : repository.resolve(at) };
}
