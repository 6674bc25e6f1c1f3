// biome-ignore lint/suspicious/noTemplateCurlyInString: the parameter, as a text
export const value = '${X}';
// biome-ignore lint/suspicious/noTemplateCurlyInString: the parameter, as a value of any type
export const scalar = '${{X}}';

/** An object of a trusted Template, and the value that the attacker's instance sets for its parameter. */
export interface TemplateAttack {
  readonly object: object;
  readonly value: string;
}

export function attack(object: object, given: string): TemplateAttack {
  const { metadata = {} } = object as { readonly metadata?: object };
  return { object: { ...object, metadata: { name: 'x', ...metadata } }, value: given };
}

export function config(metadata: object): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

export function service(spec: object, annotations: object = {}): object {
  return { apiVersion: 'v1', kind: 'Service', metadata: { annotations }, spec };
}

export function claim(spec: object): object {
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec };
}

export function ingress(spec: object, annotations: object = {}): object {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { annotations }, spec };
}

/** An Ingress with one path on the attacker's own host. */
export function route(path: object): object {
  return ingress({ rules: [{ host: 'evil.apps.example.com', http: { paths: [path] } }] });
}

export function external(secretStoreRef: object, key: string): object {
  const spec = { secretStoreRef, data: [{ secretKey: 'x', remoteRef: { key } }] };
  return { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', spec };
}

/** An ExternalSecret that creates its Secret from templates. */
export function templated(templateFrom: readonly object[]): object {
  const spec = { secretStoreRef: { name: 'vault' }, target: { template: { templateFrom } } };
  return { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', spec };
}

export function monitor(spec: object): object {
  return { apiVersion: 'monitoring.coreos.com/v1', kind: 'ServiceMonitor', spec };
}

/** The pods of a CronJob are nested deepest. */
export function pod(spec: object, annotations: object = {}): object {
  const template = { metadata: { annotations }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } };
  return { apiVersion: 'batch/v1', kind: 'CronJob', spec: { jobTemplate: { spec: { template } } } };
}

export function container(securityContext: object): object {
  return pod({ containers: [{ name: 'c', securityContext }] });
}

export function affinity(key: string): object {
  return nodeAffinity([{ key, operator: 'Exists' }]);
}

export function nodeAffinity(matchExpressions: readonly object[]): object {
  const nodeSelectorTerms = [{ matchExpressions }];
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}

export function networking(kind: string, spec: object): object {
  return { apiVersion: 'gateway.networking.k8s.io/v1', kind, spec };
}

export function istio(kind: string, spec: object): object {
  return { apiVersion: 'networking.istio.io/v1', kind, spec };
}

export function certificate(spec: object): object {
  return { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', spec };
}

export function workflow(spec: object): object {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Workflow', spec };
}
