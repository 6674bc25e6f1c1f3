import { type PicturedPage, shown } from './pictured-page.ts';

const doubled = encodeURIComponent('{"spec.resourcequota.hard[\\"requests.cpu\\"]":"16"}');

/** The pages about all tenants and the repository. */
export const listPages: readonly PicturedPage[] = [
  {
    name: 'namespaces',
    title: 'Namespaces',
    shows: 'Every rendered namespace with its tenant, labels and limits.',
    hash: '#/namespaces',
  },
  {
    name: 'access',
    title: 'Access',
    shows: 'Who can do what, where, and which binding in which file allows it.',
    hash: '#/access',
  },
  {
    name: 'access-of-user',
    title: 'Access of a user',
    shows: 'The permissions of a user, including those of the groups that list the user.',
    hash: '#/access?user=ada%40corp.io',
  },
  {
    name: 'quotas',
    title: 'Quotas',
    shows: 'The quota of each tenant, and the share of each namespace.',
    hash: '#/quotas',
  },
  {
    name: 'hibernation',
    title: 'Hibernation',
    shows: 'Each schedule with its next changes, and the next seven days in your time zone.',
    hash: '#/hibernation',
  },
  {
    name: 'templates',
    title: 'Templates',
    shows: 'Templates with their parameters, their instances, and the namespaces that a selector matches.',
    hash: '#/templates',
  },
  {
    name: 'cost',
    title: 'Cost',
    shows: 'The bill of a period by tenant, compared with the previous period.',
    hash: '#/cost?from=2026-06-04&to=2026-06-06&compare=1',
  },
  {
    name: 'what-if',
    title: 'What if',
    shows: 'The tenants, objects and cost ceilings that change if small tenants get twice as many cores.',
    hash: `#/what-if?set=${doubled}`,
    act: (page) => shown(page, '+181.04'),
  },
  {
    name: 'configuration',
    title: 'Configuration',
    shows: 'The documents that all tenants share.',
    hash: '#/configuration',
  },
  {
    name: 'simulate',
    title: 'Simulate',
    shows: 'The verdict of each rule on an object that you paste.',
    hash: '#/simulate?namespace=pay-prod',
    act: (page) => shown(page, 'Rejected by 1 rule'),
  },
  { name: 'files', title: 'Files', shows: 'The files that the console renders.', hash: '#/files' },
  {
    name: 'history',
    title: 'History',
    shows: 'Commits; you can view every page at any of them, and compare what two commits render.',
    hash: '#/history',
  },
  {
    name: 'compare',
    title: 'Compare two versions',
    shows: 'The objects that two commits render differently, by risk.',
    hash: '#/history',
    act: async (page) => {
      await page.getByRole('link', { name: /^Compare Allow eight cores/ }).click();
      await shown(page, '5 changed');
    },
  },
  {
    name: 'earlier-commit',
    title: 'An earlier commit',
    shows: 'A page at an earlier commit, with a link back to the current files.',
    hash: '#/history',
    act: async (page) => {
      await page.getByRole('link', { name: /^View Add the tenants/ }).click();
      await shown(page, 'You are viewing the repository at commit');
      await page.getByRole('navigation').getByRole('link', { name: 'Quotas' }).click();
      await page.getByRole('heading', { name: 'Quotas', level: 1 }).waitFor();
    },
  },
];
