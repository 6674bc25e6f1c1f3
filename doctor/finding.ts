import type { Entry } from './configuration.ts';

/** A trap in somebody's Argo CD. An error is one that loses data or keeps tenants from being brought. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** `ConfigMap argocd/argocd-cm` */
  readonly object: string;
  /** Of the field at fault: `spec.source.plugin.name`. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** What is wrong, as a rule says it; where is known from the entry it is said of. */
export interface Remark {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

export function error(entry: Entry, remark: Remark): Finding {
  return { severity: 'error', file: entry.file, object: entry.name, ...remark };
}

export function warning(entry: Entry, remark: Remark): Finding {
  return { severity: 'warning', file: entry.file, object: entry.name, ...remark };
}
