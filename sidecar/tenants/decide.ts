import { isSame } from '../../data/tree.ts';
import { isOwnFinalizer, type TenantResource, type TenantView } from './objects.ts';
import { statusOf } from './status.ts';

/** All changes that the sidecar writes to tenant resources. Each is one conditional patch of one object. */
export type TenantWrite =
  | { readonly type: 'hold-resource' | 'release-resource'; readonly resource: TenantResource }
  | { readonly type: 'status'; readonly resource: TenantResource; readonly status: Readonly<Record<string, unknown>> };

export interface TenantDecision {
  readonly write?: TenantWrite;
  /** Milliseconds after which the decision can change even if no object changes. */
  readonly again?: number;
}

/** The time to wait until the deletion of a namespace begins, before the resource is released, in milliseconds. */
const timeLimit = 60_000;

/** The next write for a tenant resource. `now` is milliseconds since 1970. */
export function decideTenant(view: TenantView, now: number): TenantDecision {
  const { resource } = view;
  const isHeld = resource.finalizers.some((finalizer) => isOwnFinalizer(resource, finalizer));
  if (resource.deletedAt !== '') return isHeld ? decideDeleting(view, now) : {};
  if (!resource.instructions) return {};
  const { finalizer } = resource.instructions;
  const holds = finalizer !== undefined && isOwnFinalizer(resource, finalizer);
  return holds && !isHeld ? { write: { type: 'hold-resource', resource } } : statusWrite(view, statusOf(view, now));
}

/**
 * The resource stays until its namespaces are gone, or until the time limit if none of them is being deleted. It never waits
 * for the namespace that contains it.
 */
function decideDeleting(view: TenantView, now: number): TenantDecision {
  const { resource } = view;
  const namespaces = [...view.namespaces.values()].filter(({ name }) => name !== resource.namespace);
  const status = statusOf(view, now);
  if (namespaces.length === 0) return { write: { type: 'release-resource', resource } };
  if (namespaces.some(({ isDeleting }) => isDeleting)) return statusWrite(view, status);
  const left = Date.parse(resource.deletedAt) + timeLimit - now;
  if (left > 0) return { ...statusWrite(view, status), again: left };
  const marked = statusWrite(view, withKept(status, now, namespaces.map(({ name }) => name).join(', ')));
  return marked.write ? marked : { write: { type: 'release-resource', resource } };
}

function withKept(status: Readonly<Record<string, unknown>>, now: number, names: string): typeof status {
  const others = (status['conditions'] as readonly { readonly type: string }[] | undefined) ?? [];
  const known = others.find(({ type }) => type === 'NamespaceKept');
  const kept = known ?? {
    type: 'NamespaceKept',
    status: 'True',
    reason: 'NamespaceNotDeleted',
    message: `namespaces that stay in the cluster: ${names}`,
    lastTransitionTime: `${new Date(now).toISOString().slice(0, 19)}Z`,
  };
  return { ...status, conditions: [...others.filter((one) => one !== known), kept] };
}

/** Writes the status only if it changes. Ignores status fields of other writers. */
function statusWrite({ resource }: TenantView, status: Readonly<Record<string, unknown>>): TenantDecision {
  const isWritten = Object.entries(status).every(([field, value]) => isSame(value, resource.status[field]));
  return isWritten ? {} : { write: { type: 'status', resource, status } };
}
