import { once } from '../data/once.ts';
import { withoutAcknowledged } from './acknowledge.ts';
import { warningsOf, withoutAccepted } from './baseline.ts';
import { type Checked, check } from './check/check.ts';
import { withDeployment } from './deployment/deployment.ts';
import { workloadsOf } from './deployment/part.ts';
import type { AnyKind } from './kind/kind.ts';
import { inventory } from './layout/inventory.ts';
import { layout } from './layout/layout.ts';
import { load } from './load.ts';
import { locate } from './parse/locate.ts';
import { isError } from './problem/problem.ts';
import { furtherProblems } from './recovery/recovery.ts';
import { type Rendered, render, sourcesOf } from './render/render.ts';
import { failedRendering, lazyRendering, type Rendering } from './rendering.ts';
import { namedTenantProblems } from './resolve/named-tenants.ts';
import type { Resolved } from './resolve/resolve.ts';
import { type Dependencies, dependenciesOf, inScope, problemsInScope, type Scope } from './resolve/scope.ts';
import { scopeProblems } from './resolve/scope-problems.ts';
import { withoutConsequences } from './resolve/unparsed-files.ts';
import type { SourceFile } from './source/source.ts';

/**
 * The whole flow from files to output. Every program calls it, or `openVersion`, which returns the same results, so all
 * programs produce the same bytes.
 */
export function pipeline(kinds: readonly AnyKind[], files: readonly SourceFile[], scope: Scope): Rendering {
  const resolved = load(kinds, files);
  const dependencies = dependenciesOf(scope, resolved, kinds);
  const covers = (tenant: string) => dependencies === 'all' || dependencies.tenants.has(tenant);
  const rendered = withDeployment(render(resolved, kinds, covers), resolved.world.settings);
  const checked = check(rendered, resolved.world);
  return conclude(kinds, files, { resolved, rendered, checked, scope, dependencies });
}

/**
 * Everything that the files define, including scopes with errors. Only for lookups: it equals the output of a scope only if a
 * render of this scope has no errors.
 */
export function draft(kinds: readonly AnyKind[], files: readonly SourceFile[]): Rendering {
  const resolved = load(kinds, files);
  const rendered = withDeployment(
    render(resolved, kinds, () => true),
    resolved.world.settings,
  );
  const { manifests } = check(rendered, resolved.world);
  return lazyRendering({
    problems: () => [],
    warnings: () => [],
    resources: () => sourcesOf(rendered, resolved),
    objects: () => manifests,
    workloads: () => new Set(workloadsOf(manifests, resolved.world.settings)),
    files: () => layout(manifests),
    inventory: () => inventory(rendered, {}),
  });
}

interface Flow {
  readonly resolved: Resolved;
  readonly rendered: Rendered;
  readonly checked: Checked;
  readonly scope: Scope;
  readonly dependencies: Dependencies;
}

/** The end of the flow: collects the problems that affect the scope, and returns output only if none of them is an error. */
export function conclude(kinds: readonly AnyKind[], files: readonly SourceFile[], flow: Flow): Rendering {
  const { resolved, rendered, checked, scope, dependencies } = flow;
  const further = furtherProblems(resolved, (tenant) => dependencies === 'all' || dependencies.tenants.has(tenant));
  const found = [...resolved.problems, ...resolved.bugs, ...further, ...rendered.problems, ...checked.problems];
  const knowsAllTenants = dependencies === 'all' && !scope.alone && !found.some(isError);
  const named = knowsAllTenants ? namedTenantProblems(resolved) : [];
  const all = [...found, ...named, ...scopeProblems(scope, resolved, kinds)];
  const relevant = withoutConsequences(problemsInScope(all, scope, dependencies, files));
  const isComplete = dependencies === 'all' && !scope.alone && !relevant.some(isError);
  const baselines = resolved.world
    .all('leasehold-baseline')
    .filter(({ origin }) => resolved.authorOf(origin.file) === undefined);
  const remaining = once(() => withoutAcknowledged(relevant, files, resolved.layout.authorityOf));
  const problems = () =>
    locate(withoutAccepted(remaining(), files, { baselines, isComplete }), files, resolved.authorOf);
  if (relevant.some(isError)) return { ...failedRendering, problems: problems() };
  const objects = once(() => inScope(checked.manifests, scope));
  return lazyRendering({
    problems,
    warnings: () => warningsOf(remaining(), files, baselines),
    resources: () => sourcesOf(rendered, resolved),
    objects,
    workloads: () => new Set(workloadsOf(objects(), resolved.world.settings)),
    files: () => layout(objects()),
    inventory: () => inventory(rendered, scope),
  });
}
