import { isTenant } from '../../core/kind/tenant.ts';
import type { Problem } from '../../core/problem/problem.ts';
import type { View } from '../world/view.ts';

/** The problems, without the files and names of tenants that the person is not allowed to see. */
export function visibleProblems<One extends Problem>(
  problems: readonly One[],
  view: View,
  mayRead: (tenant: string) => boolean,
): readonly One[] {
  if (problems.length === 0) return problems;
  const owners = view.world.owners();
  const hidden = new Set(
    [...owners.values()].flatMap((names) => [...names]).filter((name) => isTenant(name) && !mayRead(name)),
  );
  if (hidden.size === 0) return problems;
  const hiddenFiles = [...owners]
    .filter(([, names]) => [...names].some((name) => hidden.has(name)))
    .map(([file]) => file);
  const names = new Set([...hidden, ...namespacesOf(hidden, view)]);
  const suggested = new Set([...names, ...resourcesOf(hidden, view)]);
  const mentions = (text: string, known: ReadonlySet<string>) =>
    namesIn(text).some((word) => known.has(word)) || hiddenFiles.some((file) => text.includes(file));
  return problems.flatMap((problem) => {
    if (hiddenFiles.includes(problem.at.file)) return [];
    const { fix, choices, ...rest } = problem;
    if (mentions(problem.message, names))
      return [{ ...rest, message: 'a document conflicts with a resource of another tenant, or refers to one' } as One];
    return [mentions(JSON.stringify([fix, choices]), suggested) ? (rest as One) : problem];
  });
}

/** The words of a text, and the names with dots in it, because names of tenants and resources can contain dots. */
function namesIn(text: string): readonly string[] {
  return [...(text.match(/[\w-]+/g) ?? []), ...(text.match(/[\w-]+(?:\.[\w-]+)+/g) ?? [])];
}

function namespacesOf(hidden: ReadonlySet<string>, view: View): readonly string[] {
  return view.rows().flatMap(({ name, namespaces = [] }) => (hidden.has(name) ? namespaces : []));
}

function resourcesOf(hidden: ReadonlySet<string>, { world }: View): readonly string[] {
  return world.resources().flatMap(({ name, tenant }) => (hidden.has(tenant) ? [name] : []));
}
