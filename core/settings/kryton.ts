import type { Bodies } from '../../build/contracts.ts';

type Spec = Bodies['platform']['spec'];

export interface KrytonSettings {
  readonly externalSecretsVersion: 'v1' | 'v1beta1';
  /** The directory in which the server looks for plugins. */
  readonly pluginsPath: string;
  readonly pluginPrune: boolean;
  readonly includeTests: boolean;
  readonly images: KrytonImages;
}

export interface KrytonImages {
  readonly busybox: string;
  readonly curl: string;
  readonly kubectl: string;
  /** Whether the Platform sets the kubectl image. The default image is no longer published. */
  readonly isKubectlSet: boolean;
  /** If undefined, the backup job downloads mc. */
  readonly mc: string | undefined;
  readonly postgres: string;
}

export function krytonSettings({ images = {}, kryton = {} }: Spec): KrytonSettings {
  return {
    externalSecretsVersion: kryton.externalSecretsApiVersion === 'external-secrets.io/v1beta1' ? 'v1beta1' : 'v1',
    pluginsPath: kryton.pluginsPath ?? '/app/plugins',
    pluginPrune: kryton.pluginPrune ?? false,
    includeTests: kryton.includeTests ?? false,
    images: {
      busybox: images.busybox ?? 'busybox:1.36',
      curl: images.curl ?? 'curlimages/curl:8.10.1',
      kubectl: images.kubectl ?? 'bitnami/kubectl:1.31',
      isKubectlSet: images.kubectl !== undefined,
      mc: images.mc,
      postgres: images.postgres ?? 'postgres:16',
    },
  };
}
