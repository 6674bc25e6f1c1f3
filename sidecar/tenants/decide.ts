import { isSame } from '../../data/tree.ts';
import type { TenantResource, TenantView } from './objects.ts';
import { statusOf } from './status.ts';

/** All changes that the sidecar writes to tenant resources. Each is one conditional patch of one object. */
export type TenantWrite =
  | { readonly type: 'hold-resource' | 'release-resource'; readonly resource: TenantResource }
  | { readonly type: 'status'; readonly resource: TenantResource; readonly status: Readonly<Record<string, unknown>> };

export interface TenantDecision {
  readonly write?: TenantWrite;
  /** Milliseconds after which the decision can change without a change of an object. */
  readonly again?: number;
}

/** A resource whose namespace is not deleted within this time is released. Milliseconds. */
const patience = 60_000;

/** The next write for a tenant resource. `now` is milliseconds since 1970. */
export function decideTenant(view: TenantView, now: number): TenantDecision {
  const { resource } = view;
  const finalizer = resource.instructions?.finalizer;
  const isHeld = finalizer !== undefined && resource.finalizers.includes(finalizer);
  if (!resource.instructions) return {};
  if (resource.deletedAt !== '') return isHeld ? decideDeleting(view, now) : {};
  if (finalizer !== undefined && !isHeld) return { write: { type: 'hold-resource', resource } };
  return statusWrite(view, statusOf(view, now));
}

/** The resource remains until its namespaces are deleted, unless they are kept. */
function decideDeleting(view: TenantView, now: number): TenantDecision {
  const { resource } = view;
  const namespaces = [...view.namespaces.values()];
  const status = statusOf(view, now);
  if (namespaces.length === 0) return { write: { type: 'release-resource', resource } };
  if (namespaces.some(({ isDeleting }) => isDeleting)) return statusWrite(view, status);
  const left = Date.parse(resource.deletedAt) + patience - now;
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
    message: `namespace ${names} stays in the cluster`,
    lastTransitionTime: `${new Date(now).toISOString().slice(0, 19)}Z`,
  };
  return { ...status, conditions: [...others.filter((one) => one !== known), kept] };
}

/** Returns no write if nothing changes. Ignores fields that others own in the status. */
function statusWrite({ resource }: TenantView, status: Readonly<Record<string, unknown>>): TenantDecision {
  const isWritten = Object.entries(status).every(([field, value]) => isSame(value, resource.status[field]));
  return isWritten ? {} : { write: { type: 'status', resource, status } };
}
