import { groupBy } from '../../data/group-by.ts';
import { type Tree, textEntriesAt } from '../../data/tree.ts';
import { podsOf } from '../pod-security/pods.ts';
import type { Ability } from './privilege.ts';

/** Domains whose labels and annotations give a pod a role in a cloud, or secrets of Vault. */
const domains = ['azure.workload.identity', 'iam.amazonaws.com', 'vault.hashicorp.com'];

export function givesIdentity(key: string): boolean {
  return key === 'aadpodidbinding' || domains.some((domain) => key.startsWith(`${domain}/`));
}

/** The labels and annotations by which pods get an identity outside the cluster. */
export function podIdentities(object: Tree): readonly Ability[] {
  const entries = podsOf(object).flatMap(({ pod }) => [
    ...textEntriesAt(pod, 'metadata', 'labels').map(([key, value]) => [`label ${key}`, key, value] as const),
    ...textEntriesAt(pod, 'metadata', 'annotations').map(([key, value]) => [`annotation ${key}`, key, value] as const),
  ]);
  const found = entries.filter(([, key]) => givesIdentity(key));
  return [...groupBy(found, ([name]) => name)].map(([name, content]) => ({
    what: `${name} can give its pods an identity outside the cluster`,
    content,
  }));
}
