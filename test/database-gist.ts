/** An object of a Kryton's database. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: never;
}

interface Named {
  readonly name: string;
}

/** The properties of an object that the values of the chart determine, one on each line. */
export function gist({ kind, metadata, spec }: Manifest): readonly string[] {
  const id = `${kind} ${metadata.name}`;
  return [id, ...(details[kind]?.(spec) ?? []).map((detail) => `${id} ${detail}`)];
}

const details: Readonly<Record<string, (spec: never) => readonly string[]>> = {
  NetworkPolicy: ({ ingress: [rule] }: { ingress: readonly [{ from?: object }] }) => [
    `clients: ${rule.from ? 'some' : 'all'}`,
  ],
  Service: ({ clusterIP, ports, type }: ServiceSpec) => {
    const words = ports.flatMap(({ nodePort, port, targetPort }) => [port, targetPort, nodePort]);
    return [`port: ${[type ?? 'ClusterIP', clusterIP, ...words].filter((word) => word !== undefined).join(' ')}`];
  },
  StatefulSet: databaseDetails,
};

interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly ports: readonly { readonly port: number; readonly targetPort: string; readonly nodePort?: number }[];
}

interface DatabaseSpec {
  readonly template: { readonly metadata: { readonly labels: Readonly<Record<string, string>> }; readonly spec: Pod };
  readonly volumeClaimTemplates?: readonly { readonly spec: Claim }[];
}

interface Claim {
  readonly accessModes: readonly string[];
  readonly resources: { readonly requests: { readonly storage: string } };
  readonly storageClassName?: string;
}

interface Pod {
  readonly containers: readonly [Container, ...Named[]];
  readonly imagePullSecrets?: readonly Named[];
  readonly initContainers?: readonly Named[];
  readonly serviceAccountName: string;
  readonly volumes: readonly { name: string; emptyDir?: object; persistentVolumeClaim?: { claimName: string } }[];
}

interface Container extends Named {
  readonly env: readonly { name: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  readonly image: string;
  readonly imagePullPolicy: string;
  readonly resources: { readonly requests: { readonly cpu: string }; readonly limits: { readonly cpu: string } };
}

function databaseDetails({ template, volumeClaimTemplates = [] }: DatabaseSpec): readonly string[] {
  const { containers: all, imagePullSecrets = [], initContainers = [], serviceAccountName, volumes } = template.spec;
  const [{ env, image: ref, imagePullPolicy, resources }] = all;
  const password = env.find(({ name }) => name === 'POSTGRES_PASSWORD')?.valueFrom?.secretKeyRef;
  const volume = volumes.find(({ name }) => name === 'data');
  const claims = volumeClaimTemplates.map(({ spec }) => [
    spec.storageClassName ?? '',
    ...spec.accessModes,
    spec.resources.requests.storage,
  ]);
  return [
    `account: ${serviceAccountName}`,
    `claims: ${JSON.stringify(claims)}`,
    `containers: ${all.map(({ name }) => name).join()}`,
    `cpu: ${resources.requests.cpu} ${resources.limits.cpu}`,
    `data: ${volume?.persistentVolumeClaim?.claimName ?? (volume ? 'emptyDir' : 'claim')}`,
    `image: ${ref} ${imagePullPolicy} ${imagePullSecrets.map(({ name }) => name).join() || '[]'}`,
    `init: ${initContainers.map(({ name }) => name).join()}`,
    `name: ${template.metadata.labels['app.kubernetes.io/name']}`,
    `password: ${password?.name} ${password?.key}`,
  ];
}
