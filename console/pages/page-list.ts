import { gateway, isMember } from '../app/gateway.ts';
import type { texts } from '../app/texts.ts';
import type { IconName } from '../parts/icon.tsx';

/** A page in the navigation: its icon, its name and the steps of its route. */
export type ListedPage = readonly [IconName & keyof typeof texts.pages, readonly string[]];

interface PageGroup {
  readonly name: keyof typeof texts.groups;
  readonly pages: readonly ListedPage[];
}

const groups: readonly PageGroup[] = [
  {
    name: 'state',
    pages: [
      ['dashboard', []],
      ['problems', ['problems']],
      ['changes', ['changes']],
    ],
  },
  {
    name: 'tenancy',
    pages: [
      ['tenants', ['tenants']],
      ['namespaces', ['namespaces']],
      ['access', ['access']],
      ['quotas', ['quotas']],
      ['hibernation', ['hibernation']],
      ['templates', ['templates']],
    ],
  },
  {
    name: 'use',
    pages: [
      ['cost', ['cost']],
      ['cluster', ['cluster']],
      ['whatIf', ['what-if']],
    ],
  },
  {
    name: 'platform',
    pages: [
      ['configuration', ['configuration']],
      ['simulate', ['simulate']],
      ['files', ['files']],
      ['history', ['history']],
    ],
  },
];

/** Pages that require access to every file in the repository. */
const platformPages: readonly string[] = ['cluster', 'whatIf', 'history', 'configuration'];

/** The pages that the person can open, in groups. The page of changes requires a gateway. */
export function shownGroups(): readonly PageGroup[] {
  const isShown = ([name]: ListedPage) =>
    isMember() ? !platformPages.includes(name) : gateway !== undefined || name !== 'changes';
  const shown = groups.map(({ name, pages }) => ({ name, pages: pages.filter(isShown) }));
  return shown.filter(({ pages }) => pages.length > 0);
}
