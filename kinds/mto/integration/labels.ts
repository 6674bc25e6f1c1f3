import { managed, tenantLabel } from '../../../core/kind/tenant.ts';
import type { Report } from '../../../core/problem/problem.ts';
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

/** Reports label values that the API server rejects, including those that contain a user's name. */
export function checkLabels(labels: Labels, path: Path, report: Report): void {
  for (const [key, value] of Object.entries(labels)) {
    if (isLabelValue(value)) continue;
    const message = `the label would be "${value}"; a label value has letters, digits, -, _ and . and at most 63 of them`;
    const fix = /TENANT\.USERNAME/.test(value)
      ? 'user names are put in for sandboxes only'
      : value.includes('@')
        ? 'keep user names in annotations'
        : undefined;
    report('bad-format', [...path, key], message, { fix });
  }
}

/** Keys whose values leasehold derives from the Tenant. */
export const ownedLabels: readonly string[] = [mtoKindLabel, mtoQuotaLabel, mtoTenantLabel];
export const ownedAnnotations: readonly string[] = [syncOptionsAnnotation, mtoTenantAnnotation];

/** Keys that leasehold sets on every object. */
const commonKeys = { labels: [...Object.keys(managed), tenantLabel], annotations: [syncWaveAnnotation] };

/** Warns about values that leasehold overrides, and about a label without effect. */
export function checkReservedKeys({ labels = {}, annotations = {} }: Metadata, path: Path, report: Report): void {
  warnOfCommonKeys({ labels, annotations }, path, report);
  const reportReserved = (key: string, field: string) =>
    report('ignored-field', [...path, field, key], `${key} follows from the Tenant; this value has no effect`);
  for (const key of ownedLabels)
    if (Object.hasOwn(labels, key) && !isCommonKind(key, labels)) reportReserved(key, 'labels');
  for (const key of ownedAnnotations) if (Object.hasOwn(annotations, key)) reportReserved(key, 'annotations');
  warnOfWrongLabel(labels, path, report);
}

/** Warns about keys that leasehold sets on every object. */
export function warnOfCommonKeys(metadata: Metadata, path: Path, report: Report): void {
  for (const field of ['labels', 'annotations'] as const)
    for (const key of commonKeys[field].filter((one) => Object.hasOwn(metadata[field] ?? {}, one)))
      report('ignored-field', [...path, field, key], `leasehold sets ${key} itself; this value has no effect`);
}

/** True for the value in MTO's own sample, which equals the derived one. */
function isCommonKind(key: string, labels: Labels): boolean {
  return key === mtoKindLabel && labels[key] === sandboxKind;
}

export function warnOfWrongLabel(labels: Labels, path: Path, report: Report): void {
  if (!Object.hasOwn(labels, wrongTenantLabel)) return;
  const message = `the label ${wrongTenantLabel} is in prose only; what puts a namespace into a tenant is ${mtoTenantLabel}`;
  report('risky-value', [...path, 'labels', wrongTenantLabel], message, { fix: `write ${mtoTenantLabel}` });
}
