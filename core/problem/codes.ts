/**
 * All problem codes, with their severity and meaning. An error fails every render whose scope it affects. With --strict, most
 * warnings do so too. All kinds share these codes, so a new kind rarely needs a new one.
 */
export const codes = {
  'unreadable-file': [
    'error',
    'The path cannot be read, exceeds a limit, is a link, submodule or empty directory, or changes how files are read.',
  ],
  'ignored-file': ['warning', 'The file has no effect, although its name suggests that it has one.'],
  'colliding-paths': ['error', 'Two paths differ only in case or Unicode form, so some file systems keep only one.'],
  'invalid-yaml': [
    'error',
    'The text is not valid YAML, contains a duplicate key or an undefined alias, or exceeds a limit.',
  ],
  'not-a-resource': [
    'error',
    'The document is not a mapping with apiVersion and kind, or the file contains no resource.',
  ],
  'unknown-kind': ['error', 'leasehold does not support this apiVersion and kind.'],
  'unread-kind': ['warning', 'Only the operator of another system reads this kind. leasehold renders nothing for it.'],
  'ambiguous-scalar': ['warning', 'Some YAML 1.1 readers read the unquoted text as another type or value.'],
  'unknown-field': ['error', 'The kind has no such field.'],
  'missing-field': ['error', 'A required field is missing.'],
  'wrong-type': ['error', 'The value does not have the type of the field.'],
  'not-a-choice': ['error', 'The value is not one of the allowed values.'],
  'bad-format': ['error', 'The value does not have the format that the field requires.'],
  placeholder: ['error', 'The value is a placeholder of leasehold new, such as <replace ada@corp.io>.'],
  'out-of-range': ['error', 'The number, length or count is outside the allowed range.'],
  'server-field': ['warning', 'The cluster sets the field; it is ignored in a file.'],
  'status-ignored': ['warning', 'The cluster sets status; it is ignored in a file.'],
  'missing-namespace': ['error', 'A namespaced resource has no namespace, and the Platform sets no default.'],
  'reserved-namespace': ['error', 'The namespace belongs to the platform or to another tenant.'],
  'reserved-tenant': ['error', 'A tenant cannot have this name: it is reserved, invalid, or belongs to someone else.'],
  'foreign-namespace': ['error', 'An object would be rendered into a namespace that its tenant does not own.'],
  'duplicate-resource': ['error', 'Two documents have the same kind, namespace and name.'],
  'duplicate-claim': ['error', 'Two resources claim something that only one of them can have.'],
  'duplicate-object': ['error', 'The same object is rendered more than once.'],
  'not-granted': ['error', 'A document uses something that its tenant neither owns nor is granted.'],
  'forbidden-privilege': [
    'error',
    'An object has a privilege that spec.forbid of the Platform forbids to every tenant.',
  ],
  'wrong-directory': ['error', 'The file is not in the directory in which spec.directoryPerTenant requires it.'],
  'partial-read': ['error', 'The render needs all files, but only some of them were read.'],
  'unresolved-reference': ['error', 'The field refers to a resource that no file defines.'],
  'missing-context': [
    'warning',
    'No file defines the resource, as is normal in samples: the files contain no Platform and no resource of this kind.',
  ],
  'unknown-tenant': ['error', 'No file defines the requested tenant.'],
  'conflicting-fields': ['error', 'Two fields contradict each other, or two list items are duplicates.'],
  mismatch: ['error', 'The value contradicts a resource or a setting that it depends on.'],
  'over-capacity': ['error', 'The assigned amounts exceed the capacity.'],
  'unsafe-change': [
    'error',
    'A field changes that must stay the same while the resource exists. Found only by comparing two versions.',
  ],
  'list-too-long': [
    'error',
    'A list for admission rules, or all annotations of a namespace together, exceed what the API server can store or check.',
  ],
  'name-too-long': ['error', 'A name derived from this one would be longer than Kubernetes allows.'],
  'not-supported': [
    'error',
    'leasehold does not support the field or its value, such as a secret in Git. Ignoring it could lose data or protection.',
  ],
  'ignored-field': ['warning', 'The field has no effect here.'],
  'risky-value': ['warning', 'The value is valid but likely to cause harm.'],
  'secret-in-git': ['warning', 'A secret value is stored in plain text in Git.'],
  'stale-acknowledgement': [
    'warning',
    'A Baseline accepts a warning that no longer exists. This warning does not fail --strict.',
  ],
  'more-errors': ['error', 'The file, the tenant or the run has more errors than leasehold reports.'],
  'more-warnings': ['warning', 'The file, the tenant or the run has more warnings than leasehold reports.'],
  'too-large': ['error', 'The documents in a file, or in the directory of a tenant, render too much.'],
  'internal-error': ['error', 'A bug in leasehold: rendering the resource failed. Please report it.'],
  'expired-mode': [
    'warning',
    'An entry of enforcement.modes has reached the day on which you planned to remove it. Found only by check --today.',
  ],
  'needs-secret': ['warning', 'A Secret that leasehold does not render must exist in the cluster.'],
} as const satisfies Readonly<Record<string, readonly ['error' | 'warning', string]>>;

export type ProblemCode = keyof typeof codes;
export type Severity = (typeof codes)[ProblemCode][0];
