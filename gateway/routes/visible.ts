import { type Authority, tenantOf } from '../../core/kind/authority.ts';
import { isTenant, platformTenant } from '../../core/kind/tenant.ts';
import { withoutChoices } from '../../core/problem/choices.ts';
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
  const files = [...new Set([...owners.keys(), ...problems.map(({ at }) => at.file)])];
  const subjects = subjectsOf(files, view);
  const tenantsIn = (file: string) => [...(owners.get(file) ?? []), subjects.get(file) ?? platformTenant];
  const hidden = new Set([...new Set(files.flatMap(tenantsIn))].filter((name) => isTenant(name) && !mayRead(name)));
  if (hidden.size === 0) return problems;
  const hiddenFiles = files.filter((file) => tenantsIn(file).some((name) => hidden.has(name)));
  const names = new Set([...hidden, ...namespacesOf(hidden, view)]);
  const suggested = new Set([...names, ...resourcesOf(hidden, subjects, view)]);
  const mentions = (text: string, known: ReadonlySet<string>) =>
    namesIn(text).some((word) => known.has(word)) || hiddenFiles.some((file) => text.includes(file));
  return problems.flatMap((problem) => {
    if (hiddenFiles.includes(problem.at.file)) return [];
    const { fix, choices, ...rest } = problem;
    if (mentions(problem.message, names))
      return [{ ...rest, message: 'a document conflicts with a resource of another tenant, or refers to one' } as One];
    if (!mentions(JSON.stringify([fix, choices]), suggested)) return [problem];
    return [{ ...rest, message: withoutChoices(problem.message) } as One];
  });
}

/** The words of a text, and the names with dots in it, because names of tenants and resources can contain dots. */
function namesIn(text: string): readonly string[] {
  return [...(text.match(/[\w-]+/g) ?? []), ...(text.match(/[\w-]+(?:\.[\w-]+)+/g) ?? [])];
}

function namespacesOf(hidden: ReadonlySet<string>, view: View): readonly string[] {
  return view.rows().flatMap(({ name, namespaces = [] }) => (hidden.has(name) ? namespaces : []));
}

/** The names of resources of hidden tenants, and of those in their directories and in files about them. */
function resourcesOf(hidden: ReadonlySet<string>, subjects: Subjects, { world }: View): readonly string[] {
  return world
    .resources()
    .flatMap(({ name, tenant, origin }) =>
      hidden.has(tenant) || hidden.has(subjects.get(origin.file) ?? '') ? [name] : [],
    );
}

/** The tenant whose directory contains a file, or that a file of the Platform's directory is about. */
type Subjects = ReadonlyMap<string, string>;

export function subjectsOf(files: readonly string[], { world }: Pick<View, 'world'>): Subjects {
  const { layout } = world.loaded();
  return new Map(
    files.flatMap((file) => {
      const subject = subjectIn(layout.authorityOf(file));
      return subject === undefined ? [] : [[file, subject] as const];
    }),
  );
}

function subjectIn(authority: Authority): string | undefined {
  return authority.sort === 'platform' ? authority.about : tenantOf(authority);
}
