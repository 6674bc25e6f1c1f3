import { isLimitKey } from '../../../admission/limits.ts';
import { managed, tenantLabel } from '../../../core/kind/tenant.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Removal } from '../../../core/settings/removal.ts';
import type { Path } from '../../../data/tree.ts';
import { syncOptionsAnnotation, syncWaveAnnotation } from '../../../kubernetes/argocd-annotations.ts';
import { isLabelValue } from '../../../kubernetes/names.ts';
import type { Labels } from '../../../templates/views.ts';
import type { Metadata } from './integration.ts';
import {
  mtoKindLabel,
  mtoQuotaLabel,
  mtoTenantAnnotation,
  mtoTenantLabel,
  sandboxKind,
  wrongTenantLabel,
} from './keys.ts';

/** Reports label values that the API server rejects, including those with a user's name. */
export function checkLabels(labels: Labels, path: Path, report: Report): void {
  for (const [key, value] of Object.entries(labels)) {
    if (isLabelValue(value)) continue;
    const message = `the value would be "${value}"; a label value can contain at most 63 letters, digits, -, _ or ., and must start and end with a letter or digit`;
    const fix = /TENANT\.USERNAME/.test(value)
      ? 'make it an annotation of sandboxes; only sandboxes have user names'
      : value.includes('@')
        ? 'use an annotation for user names'
        : undefined;
    report('bad-format', [...path, key], message, { fix });
  }
}

/** The labels of namespaces whose values leasehold derives from the Tenant. */
const ownedLabels: readonly string[] = [mtoKindLabel, mtoQuotaLabel, mtoTenantLabel];
/**
 * The annotations of namespaces whose values leasehold derives from the Tenant. Argo CD prunes namespaces without sync options, so
 * leasehold keeps the options of the user if it prunes them.
 */
function ownedAnnotations(removal: Removal): readonly string[] {
  return removal === 'prune' ? [mtoTenantAnnotation] : [syncOptionsAnnotation, mtoTenantAnnotation];
}

/** Keys that leasehold sets on the objects of tenants. */
const commonKeys = { labels: [...Object.keys(managed), tenantLabel], annotations: [syncWaveAnnotation] };

interface ReportTarget {
  readonly path: Path;
  readonly report: Report;
}

interface KeyTarget extends ReportTarget {
  /** Whether leasehold sets or removes the keys that admission rules read. */
  readonly enforces: boolean;
}

interface MetadataTarget extends KeyTarget {
  /** What happens to the namespaces when their Tenant is removed. */
  readonly removal: Removal;
}

const removeFix = { labels: 'remove the label', annotations: 'remove the annotation' } as const;

type MetadataField = keyof typeof removeFix;

/** Warns about values that leasehold overrides, and about a label that has no effect. */
export function checkReservedKeys(
  { labels = {}, annotations = {} }: Metadata,
  { path, removal, enforces, report }: MetadataTarget,
): void {
  warnAboutCommonKeys({ labels, annotations }, { path, enforces, report });
  const reportReserved = (key: string, field: MetadataField) => {
    const message = `leasehold derives ${key} from the Tenant, so this value has no effect`;
    report('ignored-field', [...path, field, key], message, { fix: removeFix[field] });
  };
  for (const key of ownedLabels)
    if (Object.hasOwn(labels, key) && !isSandboxKind(key, labels)) reportReserved(key, 'labels');
  for (const key of ownedAnnotations(removal)) if (Object.hasOwn(annotations, key)) reportReserved(key, 'annotations');
  warnAboutWrongLabel(labels, `remove it: leasehold sets ${mtoTenantLabel}`, { path, report });
}

/** Warns about keys that leasehold sets on the objects of tenants, or removes from their namespaces. */
export function warnAboutCommonKeys(metadata: Metadata, { path, enforces, report }: KeyTarget): void {
  for (const field of ['labels', 'annotations'] as const)
    for (const key of Object.keys(metadata[field] ?? {})) {
      const isSet = commonKeys[field].includes(key);
      const reason = isSet ? `sets ${key}` : `sets or removes ${key}, which admission rules read`;
      const message = `leasehold ${reason}, so this value has no effect`;
      if (isSet || (enforces && isLimitKey(key)))
        report('ignored-field', [...path, field, key], message, { fix: removeFix[field] });
    }
}

/** True if the kind label is `sandbox`, as in MTO's own sample. leasehold derives the same value in sandboxes. */
function isSandboxKind(key: string, labels: Labels): boolean {
  return key === mtoKindLabel && labels[key] === sandboxKind;
}

export function warnAboutWrongLabel(labels: Labels, fix: string, { path, report }: ReportTarget): void {
  if (!Object.hasOwn(labels, wrongTenantLabel)) return;
  const message = `the label ${wrongTenantLabel} has no effect; ${mtoTenantLabel} assigns a namespace to a tenant`;
  report('risky-value', [...path, 'labels', wrongTenantLabel], message, { fix });
}
