/** A problem of a configuration. An error loses data, opens a boundary, or prevents tenants from being applied. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** The file, or for an answer of GitHub's API the path of the request. */
  readonly file: string;
  /** Counts from 1. Absent for what is not a line of a file. */
  readonly line?: number;
  /** `ConfigMap argocd/argocd-cm`, `branch main` */
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
  readonly line?: number;
}

/** What a finding is about. */
export interface Subject {
  readonly file: string;
  readonly name: string;
  /** The line of the field at a path. Absent for what is not in a file. */
  readonly lineOf?: ((path: string) => number) | undefined;
}

/** Something that a doctor cannot judge: it is neither fine nor wrong. */
export interface Unexamined {
  readonly what: string;
  readonly why: string;
}

/** The result of a doctor. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** The names of what was checked. */
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
