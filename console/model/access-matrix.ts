import { groupBy } from '../../data/group-by.ts';
import type { AccessRow, Subject } from './access.ts';

/** The roles of each subject in each namespace. */
export interface AccessMatrix {
  /** Sorted by name. An empty name means the whole cluster and is last. */
  readonly namespaces: readonly string[];
  readonly subjects: readonly SubjectRoles[];
}

interface SubjectRoles {
  readonly key: string;
  readonly subject: Subject;
  /** Names of roles by namespace. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

export function accessMatrix(rows: readonly AccessRow[]): AccessMatrix {
  const names = [...new Set(rows.map(({ namespace }) => namespace))].sort();
  const bySubject = groupBy(rows, ({ subject: { kind, namespace, name } }) => `${kind} ${namespace}/${name}`);
  const namespaces = [...names.filter((name) => name !== ''), ...names.filter((name) => name === '')];
  return { namespaces, subjects: [...bySubject].flatMap(([key, own]) => subjectRoles(key, own)) };
}

function subjectRoles(key: string, rows: readonly AccessRow[]): readonly SubjectRoles[] {
  const [first] = rows;
  if (!first) return [];
  const byNamespace = groupBy(rows, ({ namespace }) => namespace);
  const roles = [...byNamespace].map(([name, own]) => [name, [...new Set(own.map(({ role }) => role.name))]] as const);
  return [{ key, subject: first.subject, roles: Object.fromEntries(roles) }];
}
