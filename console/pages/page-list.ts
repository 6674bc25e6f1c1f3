import { gateway, isMember } from '../app/gateway.ts';
import type { texts } from '../app/texts.ts';
import type { IconName } from '../parts/icon.tsx';

/** A page of the navigation: its name, and the steps of its address. */
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

/** Pages that need every file of the repository. */
const platformPages: readonly string[] = ['cost', 'cluster', 'whatIf', 'simulate', 'history'];

/** The pages that the person can open. Changes need a gateway. */
export function shownPages(): readonly ListedPage[] {
  if (isMember()) return pages.filter(([name]) => !platformPages.includes(name));
  return pages.filter(([name]) => gateway !== undefined || name !== 'changes');
}
