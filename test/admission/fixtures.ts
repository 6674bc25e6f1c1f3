import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Tree, valueAt } from '../../data/tree.ts';

/** A request and its expected verdict. */
export interface Fixture {
  readonly rule: string;
  readonly name: string;
  /** The namespace, by its key in the file. */
  readonly in: string;
  readonly as: AccountName;
  readonly operation: 'CONNECT' | 'CREATE' | 'UPDATE' | 'DELETE';
  readonly subresource?: string;
  readonly old?: FixtureObject;
  readonly object?: FixtureObject;
  /** The values in the message. Undefined for an allowed request. */
  readonly rejected?: string;
  /** Another rule that the response of the API server can contain instead. */
  readonly also?: string;
  /** Whether the API server can list the values in another order. */
  readonly unordered?: boolean;
  /** Whether the API server stores the object. Otherwise, the request is a dry run. */
  readonly stored?: boolean;
  /** The field manager of an update. */
  readonly manager?: string;
  /** The first Kubernetes version with the fields of the object. */
  readonly minimum?: string;
}

export interface FixtureObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

export interface FixtureFile {
  readonly rule: string;
  /** Namespaces of tenant acme, with their metadata, by key. `free` has no annotations. */
  readonly namespaces: Readonly<Record<string, FixtureObject>>;
  readonly fixtures: readonly Fixture[];
}

export const users = {
  member: { username: 'member@corp.io', groups: ['members', 'system:authenticated'] },
  administrator: { username: 'root@corp.io', groups: ['system:masters', 'system:authenticated'] },
  argocd: {
    username: 'system:serviceaccount:argocd:argocd-application-controller',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:argocd', 'system:authenticated'],
  },
  'argocd-server': {
    username: 'system:serviceaccount:argocd:argocd-server',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:argocd', 'system:authenticated'],
  },
  'application-sets': {
    username: 'system:serviceaccount:argocd:argocd-applicationset-controller',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:argocd', 'system:authenticated'],
  },
  sidecar: {
    username: 'system:serviceaccount:argocd:leasehold-sidecar',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:argocd', 'system:authenticated'],
  },
  'other-sidecar': {
    username: 'system:serviceaccount:acme-dev:leasehold-sidecar',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:acme-dev', 'system:authenticated'],
  },
  deployer: {
    username: 'system:serviceaccount:leasehold-deploy:acme-deploy',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:leasehold-deploy', 'system:authenticated'],
  },
  /** The account that applies the Applications of the AppProject `acme`. */
  'project-account': {
    username: 'system:serviceaccount:leasehold-members:acme',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:leasehold-members', 'system:authenticated'],
  },
  'namespace-controller': {
    username: 'system:serviceaccount:kube-system:namespace-controller',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
  },
  'ephemeral-volume-controller': {
    username: 'system:serviceaccount:kube-system:ephemeral-volume-controller',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
  },
  'replicaset-controller': {
    username: 'system:serviceaccount:kube-system:replicaset-controller',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
  },
  exempt: { username: 'kim', groups: ['system:authenticated'] },
  'exempt-account': {
    username: 'system:serviceaccount:velero:velero',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:velero', 'system:authenticated'],
  },
  /** The name of an exempt user, which a member of a tenant chose for a ServiceAccount. */
  namesake: {
    username: 'system:serviceaccount:acme-dev:kim',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:acme-dev', 'system:authenticated'],
  },
  /** A ServiceAccount of the tenant, in the namespace of a fixture. */
  'own-account': {
    username: 'system:serviceaccount:vap-tracking-limited:robot',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:vap-tracking-limited', 'system:authenticated'],
  },
  /** The same for fixtures of the rule `events`. */
  'own-events-account': {
    username: 'system:serviceaccount:vap-events-limited:robot',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:vap-events-limited', 'system:authenticated'],
  },
  /** The same for fixtures of the rule `owner-references`. */
  'own-references-account': {
    username: 'system:serviceaccount:vap-owner-references-limited:robot',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:vap-owner-references-limited', 'system:authenticated'],
  },
  /** A ServiceAccount in another namespace of the tenant. */
  'sibling-account': {
    username: 'system:serviceaccount:acme-prod:robot',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:acme-prod', 'system:authenticated'],
  },
  'barred-user': { username: 'barred@corp.io', groups: ['system:masters', 'system:authenticated'] },
  'barred-group': { username: 'ops@corp.io', groups: ['barred', 'system:masters', 'system:authenticated'] },
} as const;

export type AccountName = keyof typeof users;

export const barred = { users: ['barred@corp.io'], groups: ['barred'] };

interface WrittenFile {
  readonly namespaces: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly fixtures: readonly (Omit<Fixture, 'as' | 'in' | 'operation' | 'rule'> & Partial<Fixture>)[];
}

const folder = 'test/admission/fixtures';

export function fixtureFiles(): readonly FixtureFile[] {
  return readdirSync(folder).map((file) => {
    const rule = file.replace('.yaml', '');
    const written = parse(readFileSync(`${folder}/${file}`, 'utf8'), {
      version: '1.1',
      merge: true,
      maxAliasCount: -1,
    }) as WrittenFile;
    const all = Object.entries({ free: {}, ...written.namespaces });
    const namespaces = Object.fromEntries(
      all.map(([key, entries]) => [key, namespaceOf(`vap-${rule}-${key}`, entries)]),
    );
    const defaults = { rule, in: 'limited', as: 'member', operation: 'CREATE' } as const;
    return {
      rule,
      namespaces,
      fixtures: written.fixtures.map((fixture) => placed({ ...defaults, ...repeated(fixture) }, namespaces)),
    };
  });
}

/** Replaces `{repeat: 3, item: ...}` by three items in a list, or elsewhere by three keys. In an item, `$` is its number. */
function repeated<T>(value: T): T {
  if (Array.isArray(value)) return value.flatMap(itemsOf) as T;
  if (typeof value !== 'object' || value === null) return value;
  if ('repeat' in value) return Object.fromEntries(itemsOf(value).map((item, at) => [`key-${at}`, item])) as T;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, repeated(child)])) as T;
}

function itemsOf(item: unknown): readonly unknown[] {
  const count = valueAt(item, 'repeat');
  if (typeof count !== 'number') return [repeated(item)];
  const text = JSON.stringify(valueAt(item, 'item'));
  return Array.from({ length: count }, (_, at) =>
    JSON.parse(text.replaceAll('"$"', String(at + 1)).replaceAll('$', String(at + 1))),
  );
}

/** A key that starts with `label ` names a label; any other key names an annotation. */
function namespaceOf(name: string, entries: Readonly<Record<string, string>>): FixtureObject {
  const all = Object.entries(entries);
  const labels = all.flatMap(([key, value]) => (key.startsWith('label ') ? [[key.slice(6), value]] : []));
  const annotations = all.filter(([key]) => !key.startsWith('label '));
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      labels: { 'leasehold.dev/tenant': 'acme', ...Object.fromEntries(labels) },
      annotations: Object.fromEntries(annotations),
    },
  };
}

function placed(fixture: Fixture, namespaces: FixtureFile['namespaces']): Fixture {
  const namespace = namespaces[fixture.in]?.metadata.name;
  const inside = (object: FixtureObject) =>
    object.kind === 'Namespace' || namespace === undefined
      ? object
      : { ...object, metadata: { ...object.metadata, namespace } };
  const { old, object } = fixture;
  return { ...fixture, ...(old && { old: inside(old) }), ...(object && { object: inside(object) }) };
}

export function namespaceTree(file: FixtureFile, fixture: Fixture): Tree | undefined {
  const object = fixture.object ?? fixture.old;
  return object?.kind === 'Namespace' ? undefined : file.namespaces[fixture.in];
}
