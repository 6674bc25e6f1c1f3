import type { Tree } from '../../../../data/tree.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import type { KrytonValues } from '../values/values.ts';

type Image = Pick<KrytonValues['postgresql']['volumePermissions']['image'], 'registry' | 'tag' | 'digest'> & {
  readonly repository: string;
};

/** An image reference. A digest replaces the tag, as in the sub-chart. */
export function imageOf({ registry, repository, tag, digest }: Image): string {
  const prefix = registry ? `${registry}/` : '';
  return `${prefix}${repository}${digest ? `@${digest}` : `:${tag}`}`;
}

/** The pull secrets of the Kryton, then those of the sub-chart, without duplicates. */
export function pullSecretsOf({ values }: ResolvedKryton): readonly Tree[] {
  const { global, image, metrics, volumePermissions } = values.postgresql;
  const images = [image, metrics.image, volumePermissions.image].flatMap(({ pullSecrets }) => pullSecrets ?? []);
  const references = [...(values.imagePullSecrets ?? []), ...(global.imagePullSecrets ?? []), ...images];
  const names = references.map((reference) => (typeof reference === 'string' ? reference : reference.name));
  return [...new Set(names)].map((name) => ({ name }));
}
