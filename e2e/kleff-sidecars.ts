/** The fields of a pod template or a pod that the tests change. */
interface PodSpec {
  readonly securityContext: object;
  readonly containers: readonly object[];
  readonly initContainers?: readonly object[];
  readonly volumes?: readonly object[];
}

/** A web server that complies with every Pod Security level. */
export const web: PodSpec = {
  securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'web',
      image: 'kleff.azurecr.io/web:1.0.0',
      ports: [{ containerPort: 8080 }],
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    },
  ],
};

const image = 'docker.io/istio/proxyv2:1.29.0';
const resources = { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } };
const locked = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  privileged: false,
  readOnlyRootFilesystem: true,
  runAsGroup: 1337,
  runAsNonRoot: true,
  runAsUser: 1337,
};
const proxy = { name: 'istio-proxy', image, args: ['proxy', 'sidecar'], resources, securityContext: locked };
const validation = {
  name: 'istio-validation',
  image,
  args: ['istio-iptables', '--run-validation', '--skip-rule-apply'],
  resources,
  securityContext: locked,
};
/** Sets up the network of the pod if no CNI plugin does. */
const init = {
  name: 'istio-init',
  image,
  args: ['istio-iptables'],
  resources,
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { add: ['NET_ADMIN', 'NET_RAW'], drop: ['ALL'] },
    privileged: false,
    readOnlyRootFilesystem: false,
    runAsGroup: 0,
    runAsNonRoot: false,
    runAsUser: 0,
  },
};
const audience = { serviceAccountToken: { audience: 'istio-ca', expirationSeconds: 43200, path: 'istio-token' } };
const volumes = [
  { name: 'workload-socket', emptyDir: {} },
  { name: 'istio-envoy', emptyDir: { medium: 'Memory' } },
  { name: 'istio-token', projected: { sources: [audience] } },
  { name: 'istiod-ca-cert', configMap: { name: 'istio-ca-root-cert', optional: true } },
];

function injected(before: readonly object[], additional: readonly object[]): PodSpec {
  return { ...web, initContainers: before, containers: [...web.containers, ...additional], volumes };
}

/** The pod as Istio's injector changes it, for each installation mode of the mesh, with the resources of its charts. */
export const injectedPods = {
  cni: injected([validation], [proxy]),
  'cni, native': injected([validation, { ...proxy, restartPolicy: 'Always' }], []),
  'no cni': injected([init], [proxy]),
  'no cni, native': injected([init, { ...proxy, restartPolicy: 'Always' }], []),
} as const;
