import { isEqual } from '../../data/is-equal.ts';
import type { AnyKind } from '../kind/kind.ts';
import { platformTenant } from '../kind/tenant.ts';
import { type Loader, openLoader } from '../load.ts';
import { conclude } from '../pipeline.ts';
import { OutputSizes } from '../render/output-sizes.ts';
import { assemble } from '../render/render.ts';
import type { Rendering } from '../rendering.ts';
import type { Resolved } from '../resolve/resolve.ts';
import type { SourceFile } from '../source/source.ts';
import { type CheckedRender, checkAll, checkChanged } from './checked.ts';
import { type ComparedObjects, comparedObjects } from './compared-objects.ts';
import { recordNamespaces } from './namespaces.ts';
import {
  type FindPart,
  manifestsOf,
  ownerOf,
  type Parts,
  type RecordedPart,
  recordParts,
  reusableParts,
  withoutReused,
} from './parts.ts';
import { type TenantObjects, tenantObjects } from './tenant-objects.ts';

/** A version of the files with its render. */
export interface Version {
  readonly files: readonly SourceFile[];
  readonly rendering: Rendering;
  readonly resolved: Resolved;
  /** The rendered objects by tenant; none if the render has errors. */
  readonly objects: TenantObjects;
  /**
   * What a comparison with an earlier version reads. Undefined if `next` of the earlier version did not return this version, if
   * either version has errors, or if all objects can differ.
   */
  readonly comparedTo: (earlier: Version) => ComparedObjects | undefined;
  /** How many resources were rendered. The others come from an earlier version. */
  readonly renderedResources: number;
  /**
   * The version for other files. Its result equals that of a full render. It renders only resources that the difference can
   * affect, if unchanged files are the same objects, the settings are valid and the same, this version has no errors, and no
   * changed file or tenant's directory might exceed the limit of its output.
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
  /** The files of the version before. Keeping the version itself would keep all earlier ones in memory. */
  readonly before: readonly SourceFile[] | undefined;
}

/** Renders all tenants as the first version. */
export function openVersion(kinds: readonly AnyKind[], files: readonly SourceFile[]): Version {
  const flow = { kinds, load: openLoader(kinds) };
  return newVersion(flow, files, flow.load(files, recordNamespaces(undefined)));
}

function newVersion(flow: Flow, files: readonly SourceFile[], resolved: Resolved): Version {
  const { parts, assembled } = assembledParts(flow, resolved, () => undefined);
  return versionOf(
    flow,
    { files, resolved, parts, checked: checkAll(assembled, resolved), before: undefined },
    parts.all.length,
  );
}

function assembledParts({ kinds }: Flow, resolved: Resolved, find: FindPart) {
  const { parts, partOf } = recordParts(resolved, find);
  return { parts, assembled: assemble(resolved, kinds, { covers: () => true, partOf }) };
}

function versionOf(flow: Flow, state: State, renderedResources: number): Version {
  const { files, resolved } = state;
  const flowed = { resolved, ...state.checked, scope: {}, dependencies: 'all' } as const;
  const rendering = conclude(flow.kinds, files, flowed);
  const next = (others: readonly SourceFile[]) => {
    const after = flow.load(others, recordNamespaces(resolved));
    const isComparable = rendering.ok && after.hasValidSettings && haveSameSettings(resolved, after);
    if (!isComparable) return newVersion(flow, others, after);
    const find = reusableParts(state.parts, [resolved.world, after.world]);
    return changedVersion(flow, state, { files: others, resolved: after, find });
  };
  const objects = rendering.ok ? state.checked.objects : tenantObjects([]);
  const comparedTo = (earlier: Version) => {
    const areComparable = state.before === earlier.files && rendering.ok && earlier.rendering.ok;
    return areComparable ? comparedObjects(earlier.objects, objects, state.checked) : undefined;
  };
  return { files, rendering, resolved, objects, comparedTo, renderedResources, next };
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
  if (mayExceedLimit(parts, resolved)) return newVersion(flow, files, resolved);
  const changed = [platformTenant, ...parts.rendered.map(ownerOf), ...withoutReused(earlier.parts, parts).map(ownerOf)];
  const checked = checkChanged(earlier.checked, assembled, { before: earlier.resolved, after: resolved, changed });
  return versionOf(flow, { files, resolved, parts, checked, before: earlier.files }, parts.rendered.length);
}

/**
 * The documents of a file, and of a tenant's directory, share a limit of their output. The order of rendering determines which
 * document exceeds it, so a version that might exceed a limit is rendered completely.
 */
function mayExceedLimit({ all, rendered }: Parts, { authorOf }: Resolved): boolean {
  const sharing = ({ resource: { origin } }: RecordedPart) => authorOf(origin.file) ?? origin.file;
  const changed = new Set(rendered.map(sharing));
  const sizes = new OutputSizes(authorOf);
  return all
    .filter((one) => changed.has(sharing(one)))
    .some((one) => manifestsOf(one).some(({ text }) => sizes.add(one.resource.origin.file, text)));
}
