import { isTenant } from '../../core/kind/tenant.ts';
import type { Claim, ClaimTemplates, Namespace } from './objects.ts';

/**
 * What happens to the volume when the claim is deleted. Git requests `retain` and `prune`; `retain` also applies by default
 * when the namespace of a tenant is deleted. With `owner`, the reclaim policy applies because a tenant deletes its own claim.
 * With `none`, it applies because leasehold does not manage the claim.
 */
export type Outcome = 'retain' | 'prune' | 'owner' | 'none';

/** A claim with the objects that its outcome depends on. */
export interface ClaimContext {
  readonly claim: Claim;
  /** Undefined if it does not exist. */
  readonly namespace: Namespace | undefined;
  /**
   * StatefulSets of the namespace, at least those that could have created the claim. Can be empty if the outcome and the
   * tenant do not depend on them.
   */
  readonly templates: readonly ClaimTemplates[];
}

export function outcomeOf(context: ClaimContext): Outcome {
  const { claim, namespace } = context;
  if (claim.belongsToPod || ownerOf(context) === '') return 'none';
  const requestedRetention = claim.requestedRetention ?? templatesOf(context)?.requestedRetention;
  if (requestedRetention !== undefined) return requestedRetention;
  if (!namespace || !isTenant(namespace.tenant) || namespace.tenant === '' || namespace.requestedRetention === 'prune')
    return 'none';
  return namespace.isDeleting ? 'retain' : 'owner';
}

/**
 * The tenant of a claim. Empty if there is none. Tenants can write the labels of a claim but not those of their namespace,
 * so the namespace takes precedence. A namespace that tenants share has no owner.
 */
export function ownerOf(context: ClaimContext): string {
  const { claim, namespace } = context;
  const own = namespace?.tenant ?? '';
  if (own !== '' && isTenant(own)) return own;
  return claim.tenant || (templatesOf(context)?.tenant ?? '');
}

/**
 * Whether the outcome or the tenant of a claim can depend on a StatefulSet. A policy on the claim itself takes precedence, but
 * the StatefulSet can still determine the tenant.
 */
export function dependsOnTemplates({ claim, namespace }: Omit<ClaimContext, 'templates'>): boolean {
  const isDecided = claim.requestedRetention && ownerOf({ claim, namespace, templates: [] }) !== '';
  return !isDecided && possibleOwners(claim.name).length > 0;
}

/**
 * The first StatefulSet that could have created the claim, by the name `<template>-<StatefulSet>-<number>`. If its templates are
 * not known, it can retain the volume, but not prune it.
 */
function templatesOf({ claim, templates }: ClaimContext): ClaimTemplates | undefined {
  return templates.find(({ name, templates: prefixes, requestedRetention }) =>
    prefixes === undefined
      ? requestedRetention !== 'prune' && canCreate(name, claim.name)
      : prefixes.some((prefix) => isNumbered(claim.name, `${prefix}-${name}-`)),
  );
}

/**
 * The names of StatefulSets that could have created a claim, whether they exist or not. A tenant can have many StatefulSets
 * and claims, so comparing every pair would take too long.
 */
export function possibleOwners(claim: string): readonly string[] {
  const [, ...steps] = claim.split('-');
  if (!/^\d+$/.test(steps.pop() ?? '')) return [];
  return steps.map((_, index) => steps.slice(index).join('-')).filter((name) => name !== '');
}

/**
 * Whether a StatefulSet could have created a claim, as judged by the claim's name. Ignores the number at the end of the name, if
 * any.
 */
export function canCreate(statefulSet: string, claim: string): boolean {
  return withoutNumber(claim).endsWith(`-${statefulSet}`);
}

function withoutNumber(claim: string): string {
  return claim.replace(/-\d+$/, '');
}

function isNumbered(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length));
}

/** Whether the name of a namespace belongs to the tenant: it is the tenant's name, or starts with it and a hyphen. */
export function isOwnName(namespace: string, tenant: string): boolean {
  return tenant !== '' && (namespace === tenant || namespace.startsWith(`${tenant}-`));
}
