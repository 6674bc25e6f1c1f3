import { type Emit, emit } from '../../../../core/print/shape.ts';
import { sortedKeys } from '../../../../data/order.ts';
import type { Labels } from '../../../../templates/views.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { meta } from './meta.ts';

/** The server's plain variables. */
export function configMap(kryton: ResolvedKryton): Emit {
  return emit('config-map', { ...meta(kryton, kryton.names.config), data: configOf(kryton) });
}

export function configOf({ values }: ResolvedKryton): Labels {
  return values.env.config as Labels;
}

/** The server's secret variables. Empty if the Secret already exists in the cluster. */
export function secret(kryton: ResolvedKryton): readonly Emit[] {
  const { names, secrets } = kryton;
  if (secrets.from === 'cluster') return [];
  if (secrets.from === 'store') return [externalSecret(kryton, secrets.remoteKeys)];
  return [emit('secret', { ...meta(kryton, names.secret), stringData: secrets.data })];
}

function externalSecret(kryton: ResolvedKryton, remoteKeys: Labels): Emit {
  const { names, settings, values } = kryton;
  const { refreshInterval, secretStoreKind, secretStoreName } = values.externalSecrets;
  const shape = settings.externalSecretsVersion === 'v1' ? 'external-secret' : 'external-secret-v1beta1';
  return emit(shape, {
    ...meta(kryton, names.secret),
    data: sortedKeys(remoteKeys).map((key) => ({ remoteRef: { key: remoteKeys[key] }, secretKey: key })),
    refreshInterval,
    storeKind: secretStoreKind,
    storeName: secretStoreName ?? '',
  });
}
