import { shortList } from '../../data/short-list.ts';
import type { ConfigObject } from './config-object.ts';

/** `AppProject argocd/acme, AppProject argocd/beta and 3 more` */
export function namesOf(objects: readonly ConfigObject[]): string {
  return shortList(
    objects.map(({ name }) => name),
    2,
  );
}
