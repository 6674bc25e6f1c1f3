import { check } from './check/check.ts';
import type { AnyKind } from './kind.ts';
import { type Inventory, inventory } from './layout/inventory.ts';
import { layout, type OutputFile } from './layout/layout.ts';
import { locate } from './parse/locate.ts';
import { parse } from './parse/parse.ts';
import { isError, type Problem } from './problem/problem.ts';
import type { Manifest } from './render/manifest.ts';
import { render } from './render/render.ts';
import { resolve } from './resolve/resolve.ts';
import { faultsInScope, inScope, reach, type Scope, unknownTenant } from './resolve/scope.ts';
import type { SourceFile } from './source.ts';
import { validate } from './validate/validate.ts';

export interface Rendering {
  /** False when any problem is an error; objects, files and inventory are then empty: all or nothing. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly objects: readonly Manifest[];
  readonly files: readonly OutputFile[];
  readonly inventory: Inventory;
}

/** The whole flow. Every shell calls this and nothing else, so that all of them deliver the same bytes. */
export function pipeline(kinds: readonly AnyKind[], files: readonly SourceFile[], scope: Scope): Rendering {
  const parsed = parse(files);
  const validated = validate(parsed.documents);
  const resolved = resolve({ ...validated, faults: [...parsed.faults, ...validated.faults] }, kinds);
  const reached = reach(scope, resolved.tenants);
  const rendered = render(resolved, kinds, (tenant) => reached === 'all' || reached.has(tenant));
  const checked = check(rendered, resolved.world);
  const all = [...resolved.faults, ...rendered.faults, ...checked.faults, ...unknownTenant(scope, resolved.tenants)];
  const faults = faultsInScope(all, scope, reached, files);
  const problems = locate(faults, files);
  if (faults.some(isError))
    return { ok: false, problems, objects: [], files: [], inventory: { resources: [], objects: 0 } };
  const objects = inScope(checked.manifests, scope);
  return { ok: true, problems, objects, files: layout(objects), inventory: inventory(rendered, scope) };
}
