import type { ConfigObject } from './configuration.ts';

/** A problem of an Argo CD's configuration. An error loses data or prevents tenants from being applied. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** `ConfigMap argocd/argocd-cm` */
  readonly object: string;
  /** The field: `spec.source.plugin.name`. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** A finding without its object. */
export interface FindingDetails {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

export function error(object: ConfigObject, details: FindingDetails): Finding {
  return { severity: 'error', file: object.file, object: object.name, ...details };
}

export function warning(object: ConfigObject, details: FindingDetails): Finding {
  return { severity: 'warning', file: object.file, object: object.name, ...details };
}
