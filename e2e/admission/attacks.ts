import type { Request } from '../api.ts';

/** A request of a tenant that tries to escape from a rule. */
export interface Attack {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly request: Request;
  /** The rule that refuses it; undefined where the API server itself does, or where nothing changes. */
  readonly rule: string | undefined;
  /** The user; the tenant's own by default. */
  readonly as?: readonly [user: string, ...groups: string[]];
}

const inside = '/api/v1/namespaces/attack-acme';
const namespace = '/api/v1/namespaces/attack-acme';
const networking = '/apis/networking.k8s.io/v1/namespaces/attack-acme';
const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/attack-acme';

const merge = (body: unknown): Request => ({ body, contentType: 'application/merge-patch+json' });
const jsonPatch = (body: unknown): Request => ({ body, contentType: 'application/json-patch+json' });
const strategic = (body: unknown): Request => ({ body, contentType: 'application/strategic-merge-patch+json' });
const apply = (body: unknown, fieldManager = 'attacker'): Request => ({
  body,
  contentType: 'application/apply-patch+yaml',
  query: { fieldManager, force: 'true' },
});

const metadata = (name: string) => ({ name });
const pod = (image: string, own: object = metadata('new')) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: own,
  spec: { containers: [{ name: 'app', image }] },
});

const tenantKey = '/metadata/labels/leasehold.dev~1tenant';

/** By the behavior of public advisories about Capsule and its proxy, and of bypasses of admission policies. */
export const attacks: readonly Attack[] = [
  ...[namespace, `${namespace}/status`, `${namespace}/finalize`].flatMap((path): readonly Attack[] => [
    {
      name: `another tenant in the label, by ${path}`,
      method: path.endsWith('finalize') ? 'PUT' : 'PATCH',
      path,
      request: path.endsWith('finalize')
        ? { body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'attack-acme' }, spec: {} } }
        : merge({ metadata: { labels: { 'leasehold.dev/tenant': 'beta' } } }),
      rule: 'namespaces',
    },
  ]),
  {
    name: 'removal of the label',
    method: 'PATCH',
    path: namespace,
    request: jsonPatch([{ op: 'remove', path: tenantKey }]),
    rule: 'namespaces',
  },
  {
    name: 'removal of the label and the lists by a status patch',
    method: 'PATCH',
    path: `${namespace}/status`,
    request: merge({ metadata: { labels: null, annotations: null } }),
    rule: 'namespaces',
  },
  {
    name: 'a longer list by an apply of another manager',
    method: 'PATCH',
    path: namespace,
    request: apply({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'attack-acme', annotations: { 'leasehold.dev/allow-images': 'docker.io' } },
    }),
    rule: 'namespaces',
  },
  {
    name: 'a lower Pod Security level',
    method: 'PATCH',
    path: namespace,
    request: merge({ metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } } }),
    rule: 'namespaces',
  },
  {
    name: 'the audit mode for a rule',
    method: 'PATCH',
    path: namespace,
    request: merge({ metadata: { labels: { 'enforce.leasehold.dev/images': 'audit' } } }),
    rule: 'namespaces',
  },
  { name: 'deletion of the namespace', method: 'DELETE', path: namespace, request: {}, rule: 'namespaces' },
  {
    name: 'a new namespace with a generated name',
    method: 'POST',
    path: '/api/v1/namespaces',
    request: { body: { metadata: { generateName: 'acme-', labels: { 'leasehold.dev/tenant': 'acme' } } } },
    rule: 'namespaces',
  },
  {
    name: 'a new namespace without rules',
    method: 'POST',
    path: '/api/v1/namespaces',
    request: { body: { metadata: { name: 'acme-free' } } },
    rule: 'namespace-creation',
  },
  {
    name: 'a pod with a generated name',
    method: 'POST',
    path: `${inside}/pods`,
    request: { body: pod('evil.example/app', { generateName: 'a-' }) },
    rule: 'images',
  },
  {
    name: 'a pod by an apply of another manager',
    method: 'PATCH',
    path: `${inside}/pods/running`,
    request: apply(pod('evil.example/app', metadata('running'))),
    rule: 'images',
  },
  {
    name: 'an ephemeral container by a patch',
    method: 'PATCH',
    path: `${inside}/pods/running/ephemeralcontainers`,
    request: strategic({ spec: { ephemeralContainers: [{ name: 'debug', image: 'evil.example/debug' }] } }),
    rule: 'images',
  },
  {
    name: 'another image by resize',
    method: 'PATCH',
    path: `${inside}/pods/running/resize`,
    request: strategic({ spec: { containers: [{ name: 'app', image: 'evil.example/app' }] } }),
    rule: undefined,
  },
  {
    name: 'another image by the status',
    method: 'PATCH',
    path: `${inside}/pods/running/status`,
    request: strategic({ spec: { containers: [{ name: 'app', image: 'evil.example/app' }] } }),
    rule: undefined,
  },
  {
    name: 'a pod of the controller that creates pods of ReplicaSets',
    method: 'POST',
    path: `${inside}/pods`,
    request: { body: pod('evil.example/app') },
    rule: 'images',
    as: [
      'system:serviceaccount:kube-system:replicaset-controller',
      'system:serviceaccounts:kube-system',
      'system:authenticated',
    ],
  },
  {
    name: 'a Service of type NodePort by a patch',
    method: 'PATCH',
    path: `${inside}/services/web`,
    request: merge({ spec: { type: 'NodePort' } }),
    rule: 'services',
  },
  {
    name: 'a rule for every host by a patch',
    method: 'PATCH',
    path: `${networking}/ingresses/web`,
    request: jsonPatch([{ op: 'remove', path: '/spec/rules/0/host' }]),
    rule: 'hosts',
  },
  {
    name: 'an alias of another host by a patch',
    method: 'PATCH',
    path: `${networking}/ingresses/web`,
    request: merge({ metadata: { annotations: { 'nginx.ingress.kubernetes.io/server-alias': 'beta.example.com' } } }),
    rule: 'hosts',
  },
  {
    name: 'the volume of another tenant by a claim with a generated name',
    method: 'POST',
    path: `${inside}/persistentvolumeclaims`,
    request: {
      body: {
        metadata: { generateName: 'data-' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
          volumeName: 'beta',
          storageClassName: '',
        },
      },
    },
    rule: 'volumes',
  },
  {
    name: 'every user as a subject, by an apply',
    method: 'PATCH',
    path: `${rbac}/rolebindings/own`,
    request: apply({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'own' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:authenticated' }],
    }),
    rule: 'role-bindings',
  },
  {
    name: 'a binding to cluster-admin by Argo CD',
    method: 'POST',
    path: `${rbac}/rolebindings`,
    request: {
      body: {
        metadata: { name: 'admin' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
        subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'attack-acme' }],
      },
    },
    rule: 'role-bindings',
    as: ['system:serviceaccount:argocd:argocd-application-controller', 'system:authenticated'],
  },
  {
    name: 'deletion of all network policies at once',
    method: 'DELETE',
    path: `${networking}/networkpolicies`,
    request: {},
    rule: 'managed-objects',
  },
  {
    name: 'removal of the label that marks a quota',
    method: 'PATCH',
    path: `${inside}/resourcequotas/quota`,
    request: merge({ metadata: { labels: null } }),
    rule: 'managed-objects',
  },
  {
    name: 'a shell in a cordoned namespace',
    method: 'POST',
    path: '/api/v1/namespaces/attack-cordoned/pods/running/exec',
    request: { query: { command: 'sh', stdout: 'true' } },
    rule: 'cordon',
  },
  {
    name: 'deletion of all objects of a cordoned namespace',
    method: 'DELETE',
    path: '/api/v1/namespaces/attack-cordoned/configmaps',
    request: {},
    rule: 'cordon',
  },
  {
    name: 'an eviction in a cordoned namespace',
    method: 'POST',
    path: '/api/v1/namespaces/attack-cordoned/pods/running/eviction',
    request: { body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'running' } } },
    rule: 'cordon',
  },
];
