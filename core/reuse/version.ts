import { isEqual } from '../../data/is-equal.ts';
import { limits } from '../../data/limits.ts';
import { once } from '../../data/once.ts';
import type { AnyKind } from '../kind/kind.ts';
import { platformTenant } from '../kind/tenant.ts';
import { type Loader, openLoader } from '../load.ts';
import { conclude } from '../pipeline.ts';
import { assemble } from '../render/render.ts';
import type { Rendering } from '../rendering.ts';
import type { Resolved } from '../resolve/resolve.ts';
import type { SourceFile } from '../source/source.ts';
import { type CheckedRender, checkAll, checkChanged } from './checked.ts';
import { recordNamespaces } from './namespaces.ts';
import {
  askersOf,
  type FindPart,
  listOf,
  manifestsOf,
  ownerOf,
  type Parts,
  partsOnlyIn,
  type RecordedPart,
  recordParts,
  reusableParts,
} from './parts.ts';

/** A version of the files with its render. */
export interface Version {
  readonly files: readonly SourceFile[];
  readonly rendering: Rendering;
  readonly resolved: Resolved;
  /** How many resources were rendered. The others come from an earlier version. */
  readonly renderedResources: number;
  /**
   * The version of other files. The result equals that of a new render. It renders only resources that the difference can affect,
   * if unchanged files are the same objects, the settings are the same and this version has no errors.
   */
  readonly next: (files: readonly SourceFile[]) => Version;
}

interface Flow {
  readonly kinds: readonly AnyKind[];
  readonly load: Loader;
}

interface State {
  readonly files: readonly SourceFile[];
  readonly resolved: Resolved;
  readonly parts: Parts;
  readonly checked: CheckedRender;
}

/** Renders all tenants for further versions. */
export function openVersion(kinds: readonly AnyKind[], files: readonly SourceFile[]): Version {
  const flow = { kinds, load: openLoader(kinds) };
  return newVersion(flow, files, flow.load(files, recordNamespaces(undefined)));
}

function newVersion(flow: Flow, files: readonly SourceFile[], resolved: Resolved): Version {
  const { parts, assembled } = assembledParts(flow, resolved, () => undefined);
  return versionOf(flow, { files, resolved, parts, checked: checkAll(assembled, resolved) }, listOf(parts).length);
}

function assembledParts({ kinds }: Flow, resolved: Resolved, find: FindPart) {
  const { parts, partOf } = recordParts(resolved.world, find);
  return { parts, assembled: assemble(resolved, kinds, { covers: () => true, partOf }) };
}

function versionOf(flow: Flow, state: State, renderedResources: number): Version {
  const { files, resolved } = state;
  const flowed = { resolved, ...state.checked, scope: {}, dependencies: 'all' } as const;
  const rendering = conclude(flow.kinds, files, flowed);
  const askers = once(() => askersOf(state.parts));
  const next = (others: readonly SourceFile[]) => {
    const after = flow.load(others, recordNamespaces(resolved));
    const isComparable = rendering.ok && after.hasValidSettings && haveSameSettings(resolved, after);
    if (!isComparable) return newVersion(flow, others, after);
    const find = reusableParts(state.parts, askers(), [resolved.world, after.world]);
    return changedVersion(flow, state, { files: others, resolved: after, find });
  };
  return { files, rendering, resolved, renderedResources, next };
}

function haveSameSettings(before: Resolved, after: Resolved): boolean {
  return isEqual(before.settingsSources, after.settingsSources);
}

interface Next {
  readonly files: readonly SourceFile[];
  readonly resolved: Resolved;
  readonly find: FindPart;
}

function changedVersion(flow: Flow, earlier: State, { files, resolved, find }: Next): Version {
  const { parts, assembled } = assembledParts(flow, resolved, find);
  const added = partsOnlyIn(parts, earlier.parts);
  if (mayExceedLimit(parts, added)) return newVersion(flow, files, resolved);
  const changed = [platformTenant, ...added.map(ownerOf), ...partsOnlyIn(earlier.parts, parts).map(ownerOf)];
  const checked = checkChanged(earlier.checked, assembled, { before: earlier.resolved, after: resolved, changed });
  return versionOf(flow, { files, resolved, parts, checked }, added.length);
}

/** The documents of a file have a limit together, which depends on the order in which they are rendered. */
function mayExceedLimit(parts: Parts, added: readonly RecordedPart[]): boolean {
  const sizes = new Map(added.map(({ resource }) => [resource.origin.file, 0]));
  for (const one of listOf(parts)) {
    const { file } = one.resource.origin;
    const size = sizes.get(file);
    if (size !== undefined)
      sizes.set(
        file,
        manifestsOf(one).reduce((sum, { text }) => sum + text.length, size),
      );
  }
  return [...sizes.values()].some((size) => size > limits.output);
}
