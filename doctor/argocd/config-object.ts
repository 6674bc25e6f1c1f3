import type { Subject } from '../finding.ts';

/** An object of Argo CD's configuration, from a file or from kubectl's output. */
export interface ConfigObject extends Subject {
  /** `ConfigMap argocd/argocd-cm` */
  readonly name: string;
  readonly namespace: string;
  readonly body: unknown;
}
