/**
 * A problem in a configuration. An error loses data, breaks isolation, allows unreviewed changes, or prevents Argo CD from
 * applying tenants or GitHub from merging pull requests.
 */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** The file, or `github:OWNER/NAME` for a setting on GitHub. */
  readonly file: string;
  /** Starts at 1. Absent if the finding is not about a line of a file. */
  readonly line?: number;
  /** `ConfigMap argocd/argocd-cm`, `branch main` */
  readonly object: string;
  /** The field: `spec.source.plugin.name`. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** A finding without its severity and subject. */
export interface FindingDetails {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
  readonly line?: number;
}

export interface Subject {
  readonly file: string;
  readonly name: string;
  /** The line of the field at a path. Absent if it is unknown, as for a setting on GitHub. */
  readonly lineOf?: ((path: string) => number) | undefined;
}

/** Something that the doctor cannot check. */
export interface Unexamined {
  readonly what: string;
  readonly why: string;
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** The names of the checked objects. */
  readonly examined: readonly string[];
  readonly unexamined: readonly Unexamined[];
}

export function error(subject: Subject, details: FindingDetails): Finding {
  return finding('error', subject, details);
}

export function warning(subject: Subject, details: FindingDetails): Finding {
  return finding('warning', subject, details);
}

function finding(severity: Finding['severity'], { file, name, lineOf }: Subject, details: FindingDetails): Finding {
  const line = details.line ?? lineOf?.(details.path);
  return { severity, file, object: name, ...details, ...(line === undefined ? {} : { line }) };
}
