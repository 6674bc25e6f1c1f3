import type { ReadableFile } from '../../core/source/source.ts';
import {
  affinity,
  attack,
  claim,
  config,
  container,
  external,
  ingress,
  monitor,
  pod,
  route,
  scalar,
  service,
  type TemplateAttack,
  templated,
  value,
} from './attack-objects.ts';
import { evil, kleff } from './grant-attacks.ts';
import { kindAttacks } from './kind-attacks.ts';

const group = 'templates.stakater.com/v1alpha1';
/** Each attack is a Template in the Platform's directory with an instance in the attacker's directory. */
export const templateObjects: Readonly<Record<string, TemplateAttack>> = {
  'a kind of its choice': attack({ apiVersion: 'v1', kind: value }, 'ResourceQuota'),
  'a group of its choice': attack({ apiVersion: `${value}/v1`, kind: 'Deployment' }, 'example.com'),
  'a kind of unknown scope in a Template': attack({ apiVersion: 'example.com/v1', kind: 'Widget', spec: value }, 'x'),
  'an object in another namespace': attack(config({ namespace: value }), 'acme-dev'),
  'a Role of its choice': attack(
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', roleRef: { name: value }, subjects: [] },
    'cluster-admin',
  ),
  'another Argo CD project': attack(
    { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', spec: { project: value } },
    'default',
  ),
  'an Argo CD hook': attack(config({ annotations: { 'argocd.argoproj.io/hook': value } }), 'PreSync'),
  'an Argo CD sync option': attack(
    config({ annotations: { 'argocd.argoproj.io/sync-options': value } }),
    'Prune=false',
  ),
  'a Helm hook': attack(config({ annotations: { 'helm.sh/hook': value } }), 'pre-install'),
  'a reserved label': attack(config({ labels: { 'leasehold.dev/plan': value } }), 'enterprise'),
  'a label of another controller': attack(config({ labels: { 'kleff.io/tenant': value } }), 'acme'),
  'a managed-by label of its choice': attack(
    config({ labels: { 'app.kubernetes.io/managed-by': value } }),
    'leasehold',
  ),
  'an Argo CD notification': attack(
    config({ annotations: { 'notifications.argoproj.io/subscribe.slack': value } }),
    'acme-secrets',
  ),
  'a host for external-dns in a Template': attack(
    service({ type: 'ClusterIP' }, { 'external-dns.alpha.kubernetes.io/hostname': value }),
    'acme.apps.example.com',
  ),
  'a finalizer': attack(config({ finalizers: [value] }), 'example.com/never'),
  'the deletion of volumes with their StatefulSet': attack(
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: value } },
    },
    'Delete',
  ),
  'a finalizer of a volume claim': attack(
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      spec: { volumeClaimTemplates: [{ metadata: { finalizers: [value] } }] },
    },
    'example.com/never',
  ),
  'a cloud role for a ServiceAccount in a Template': attack(
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { annotations: { 'eks.amazonaws.com/role-arn': value } } },
    'arn:aws:iam::1:role/admin',
  ),
  'a ServiceAccount token': attack(
    { apiVersion: 'v1', kind: 'Secret', type: value },
    'kubernetes.io/service-account-token',
  ),
  'a load balancer in a Template': attack(service({ type: value }), 'LoadBalancer'),
  'a Service of type ExternalName': attack(service({ type: value, externalName: 'x' }), 'ExternalName'),
  'an external IP': attack(service({ externalIPs: [value] }), '10.0.0.1'),
  'a cluster IP of its choice': attack(service({ clusterIP: value }), '10.96.0.10'),
  'a node port': attack(service({ ports: [{ port: 80, nodePort: scalar }] }), '30443'),
  'a volume by name': attack(claim({ volumeName: value }), 'pv-acme'),
  'a volume by label': attack(claim({ selector: { matchLabels: { owner: value } } }), 'acme'),
  'a data source in another namespace': attack(
    claim({ dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'data', namespace: value } }),
    'acme-dev',
  ),
  "another tenant's host in a Template": attack(ingress({ rules: [{ host: value }] }), 'acme.apps.example.com'),
  "a certificate for another tenant's host in a Template": attack(
    ingress({ rules: [{ host: 'evil.apps.example.com' }], tls: [{ hosts: [value] }] }),
    'acme.apps.example.com',
  ),
  'every host': attack(ingress({ rules: [{ host: value }] }), ''),
  'nginx configuration in a path of a Template': attack(
    route({ path: value, pathType: 'Prefix' }),
    '/x {} location /y { proxy_pass http://127.0.0.1:10246; } #',
  ),
  'a path type of its choice': attack(route({ path: '/', pathType: value }), 'ImplementationSpecific'),
  'a name that clears the terminal': attack(config({ name: value }), 'x\u001b[2K\u001b[1A'),
  'a store of another kind in a Template': attack(
    external({ name: 'vault', kind: value }, 'evil/db'),
    'ClusterSecretStore',
  ),
  'an nginx snippet in a Template': attack(
    ingress({ rules: [] }, { 'nginx.ingress.kubernetes.io/configuration-snippet': value }),
    'return 200;',
  ),
  "another tenant's store": attack(external({ name: value }, 'evil/db'), 'acme-vault'),
  "another tenant's key in a store": attack(external({ name: 'vault' }, value), 'acme/db'),
  'a store key that contains .. in a Template': attack(external({ name: 'vault' }, value), 'evil/../acme/db'),
  'annotations of a Secret that External Secrets creates': attack(
    templated([{ target: value, literal: 'x: y' }]),
    'Annotations',
  ),
  'a monitor of other namespaces': attack(
    monitor({ namespaceSelector: { matchNames: [value] }, endpoints: [] }),
    'acme-dev',
  ),
  'a file of the Prometheus server': attack(
    monitor({ endpoints: [{ port: 'http', bearerTokenFile: value }] }),
    '/var/run/secrets/kubernetes.io/serviceaccount/token',
  ),
  ...kindAttacks,
  'the network of the node': attack(pod({ hostNetwork: scalar }), 'true'),
  'a path of the node': attack(pod({ volumes: [{ name: 'x', hostPath: { path: value } }] }), '/'),
  'a file share': attack(pod({ volumes: [{ name: 'x', nfs: { server: value, path: '/' } }] }), 'nas.example.com'),
  'a node of its choice': attack(pod({ nodeName: value }), 'control-plane-1'),
  'nodes selected by label': attack(pod({ nodeSelector: { 'node-role.kubernetes.io/control-plane': value } }), ''),
  'nodes selected by affinity': attack(pod(affinity(value)), 'node-role.kubernetes.io/control-plane'),
  "affinity to another tenant's pods": attack(
    pod({
      affinity: {
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'x', namespaces: [value] }] },
      },
    }),
    'acme-dev',
  ),
  'a toleration': attack(pod({ tolerations: [{ key: value, operator: 'Exists' }] }), 'node-role.kubernetes.io/master'),
  'a priority': attack(pod({ priorityClassName: value }), 'system-node-critical'),
  'a runtime of its choice': attack(pod({ runtimeClassName: value }), 'runc-privileged'),
  'a scheduler of its choice': attack(pod({ schedulerName: value }), 'mine'),
  'a root user': attack(pod({ securityContext: { runAsUser: scalar, runAsNonRoot: true } }), '0'),
  'pods without seccomp': attack(pod({ securityContext: { seccompProfile: { type: value } } }), 'Unconfined'),
  'a privileged container in a Template': attack(container({ privileged: scalar }), 'true'),
  'a capability': attack(container({ capabilities: { add: [value], drop: ['ALL'] } }), 'NET_RAW'),
  'privilege escalation': attack(container({ allowPrivilegeEscalation: scalar }), 'true'),
  'a privileged init container': attack(
    pod({ initContainers: [{ name: 'i', securityContext: { privileged: scalar } }] }),
    'true',
  ),
  'a port of the node': attack(pod({ containers: [{ name: 'c', ports: [{ hostPort: scalar }] }] }), '443'),
  'a probe of another host in a Template': attack(
    pod({ containers: [{ name: 'c', livenessProbe: { httpGet: { host: value, port: 80 } } }] }),
    '169.254.169.254',
  ),
  'a cloud role for pods': attack(pod({}, { 'iam.amazonaws.com/role': value }), 'admin'),
  'a privileged pod of a custom resource': attack(
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      spec: { template: { spec: { containers: [{ name: 'c', securityContext: { privileged: scalar } }] } } },
    },
    'true',
  ),
  'a device of the node': attack(pod({ containers: [{ name: 'c', resources: { claims: [{ name: value }] } }] }), 'gpu'),
};

/** A trusted Template in the Platform's directory. */
function template(name: string, object: object): ReadableFile {
  const parameters = [{ name: 'X', value: '' }];
  const body = {
    apiVersion: group,
    kind: 'Template',
    metadata: { name },
    parameters,
    resources: { manifests: [object] },
  };
  return { path: `platform/${name}.yaml`, text: JSON.stringify(body) };
}

/** An instance in the attacker's own namespace, with that namespace. */
export function instance(template: string, parameters: readonly object[]): ReadableFile {
  const metadata = { name: template, namespace: 'evil' };
  const body = { apiVersion: group, kind: 'TemplateInstance', metadata, spec: { template, parameters } };
  return evil(`${JSON.stringify(body)}\n---\n${kleff('evil', 'free', 'evil').text}`);
}

/** The files of each attack: the Template, and the document of the attacker. */
export const templateAttacks: Readonly<Record<string, readonly ReadableFile[]>> = Object.fromEntries(
  Object.entries(templateObjects).map(([what, { object, value: given }]) => [
    what,
    [template('given', object), instance('given', [{ name: 'X', value: given }])],
  ]),
);
