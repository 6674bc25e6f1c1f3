import { gateway, isMember } from '../app/gateway.ts';
import type { texts } from '../app/texts.ts';
import type { IconName } from '../parts/icon.tsx';

/** A page in the navigation: its icon, its name and the steps of its route. */
export type ListedPage = readonly [IconName & keyof typeof texts.pages, readonly string[]];

const pages: readonly ListedPage[] = [
  ['dashboard', []],
  ['tenants', ['tenants']],
  ['namespaces', ['namespaces']],
  ['access', ['access']],
  ['quotas', ['quotas']],
  ['hibernation', ['hibernation']],
  ['templates', ['templates']],
  ['cost', ['cost']],
  ['cluster', ['cluster']],
  ['whatIf', ['what-if']],
  ['simulate', ['simulate']],
  ['problems', ['problems']],
  ['files', ['files']],
  ['history', ['history']],
  ['changes', ['changes']],
];

/** Pages that require every file of the repository. */
const platformPages: readonly string[] = ['cost', 'cluster', 'whatIf', 'simulate', 'history'];

/** The pages that the person can open. The page of changes requires a gateway. */
export function shownPages(): readonly ListedPage[] {
  if (isMember()) return pages.filter(([name]) => !platformPages.includes(name));
  return pages.filter(([name]) => gateway !== undefined || name !== 'changes');
}
