/**
 * Every fault a user can meet, with its severity and what it means. An error fails the scope it concerns; a
 * warning does not. Kinds share these codes, so a new kind seldom needs a new one.
 */
export const codes = {
  'unreadable-file': ['error', 'The file is binary, too large, not readable, or a link that is not followed.'],
  'invalid-yaml': ['error', 'The text is not YAML, has a duplicate key or a tab, or expands too many aliases.'],
  'not-a-resource': ['error', 'The document is not a mapping with apiVersion, kind and metadata.'],
  'unknown-kind': ['error', 'No kind of this apiVersion and kind is known.'],
  'ambiguous-scalar': ['warning', 'An unquoted value that YAML 1.1 readers take for something else.'],
  'unknown-field': ['error', 'The kind has no such field.'],
  'missing-field': ['error', 'A required field is absent.'],
  'wrong-type': ['error', 'The value has another type than the field.'],
  'not-a-choice': ['error', 'The value is not among the legal ones.'],
  'bad-format': ['error', 'The value does not have the form that the field asks for.'],
  'out-of-range': ['error', 'The number, length or count is outside the legal range.'],
  'server-field': ['error', 'A field that only the cluster may set.'],
  'status-ignored': ['warning', 'status belongs to the cluster and is ignored in a file.'],
  'missing-namespace': ['error', 'A namespaced resource names no namespace and the Platform gives no default.'],
  'reserved-namespace': ['error', "The namespace is the platform's or another tenant's."],
  'reserved-tenant': ['error', 'The tenant is called as what all tenants share is.'],
  'foreign-namespace': ['error', 'An object would be rendered into a namespace that its tenant does not own.'],
  'duplicate-resource': ['error', 'Two documents hold the same kind, namespace and name.'],
  'duplicate-claim': ['error', 'Two resources claim one thing that only one of them can have.'],
  'duplicate-object': ['error', 'Two resources render the same object.'],
  'not-granted': ['error', 'A document of a tenant directory uses what belongs neither to its tenant nor to a Grant.'],
  'wrong-directory': ['error', 'The file is not in the directory of its tenant, or is in one of another.'],
  'partial-read': ['error', 'The render needs files of which only a part was read.'],
  'unresolved-reference': ['error', 'The field names a resource that no file holds.'],
  'unknown-tenant': ['error', 'No file defines the tenant that was asked for.'],
  'conflicting-fields': ['error', 'Two fields contradict each other.'],
  mismatch: ['error', 'The value differs from that of the resource it refers to.'],
  'over-capacity': ['error', 'More is placed here than there is room for.'],
  'unsafe-change': [
    'error',
    'The change would leave data or a namespace behind; seen only when two versions are compared.',
  ],
  'name-too-long': ['error', 'A name made from this one would be longer than Kubernetes allows.'],
  'ignored-field': ['warning', 'The field has no effect here.'],
  'risky-value': ['warning', 'The value is legal and likely to hurt.'],
  'secret-in-git': ['warning', 'A secret value is kept in plain text in Git.'],
  'needs-secret': ['warning', 'A Secret must exist in the cluster that leasehold does not render.'],
} as const satisfies Readonly<Record<string, readonly ['error' | 'warning', string]>>;

export type ProblemCode = keyof typeof codes;
export type Severity = (typeof codes)[ProblemCode][0];
