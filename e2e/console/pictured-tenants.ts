import { type PicturedPage, shown } from './pictured-page.ts';

const quota = 'ResourceQuota%20pay-prod%2Fmto-quota';

/** The pages about the repository and about a tenant. */
export const tenantPages: readonly PicturedPage[] = [
  {
    name: 'overview',
    title: 'Overview',
    shows: 'Errors and warnings come first, then statistics, recent costs, hibernation and commits.',
    hash: '#/',
  },
  {
    name: 'problems',
    title: 'Problems',
    shows: 'Each problem with its file, line and field and, where leasehold knows them, the valid values and a fix.',
    hash: '#/problems',
  },
  {
    name: 'tenants',
    title: 'Tenants',
    shows: 'You can search all tenants, and sort them by any column.',
    hash: '#/tenants',
  },
  {
    name: 'new-tenant',
    title: 'New tenant',
    shows: 'A new tenant starts with the example of a kind, and its name is checked while you type.',
    hash: '#/edit?new=tenant',
  },
  {
    name: 'tenant',
    title: 'A tenant: Overview',
    shows: 'The documents, members and namespaces of a tenant, and what limits them.',
    hash: '#/tenants/pay',
  },
  {
    name: 'tenant-graph',
    title: 'A tenant: Graph',
    shows: 'The documents of a tenant, its namespaces, and the number of objects in each namespace.',
    hash: '#/tenants/pay/graph',
  },
  {
    name: 'tenant-namespaces',
    title: 'A tenant: Namespaces',
    shows: 'The namespaces of a tenant with their labels and limits.',
    hash: '#/tenants/pay/namespaces',
  },
  {
    name: 'tenant-objects',
    title: 'A tenant: Objects',
    shows: 'Every rendered object with its manifest, and the document that it comes from.',
    hash: `#/tenants/pay/objects?object=${quota}`,
  },
  {
    name: 'object-blame',
    title: 'Who changed an object',
    shows: 'Each line of a rendered object with the commit and the pull request that last changed it.',
    hash: `#/tenants/pay/objects?object=${quota}&blame=1`,
    act: (page) => shown(page, 'Double the memory of small tenants'),
  },
  {
    name: 'tenant-access',
    title: 'A tenant: Access',
    shows: 'The roles of each user and group in each namespace, and the line of the file behind each role.',
    hash: '#/tenants/pay/access',
  },
  {
    name: 'tenant-quota',
    title: 'A tenant: Quota',
    shows: 'The quota of the tenant, and how it is split between the namespaces.',
    hash: '#/tenants/pay/quota',
  },
  {
    name: 'tenant-use',
    title: 'A tenant: Utilization',
    shows: 'The average usage of each namespace compared with its quota, and the average usage of each workload.',
    hash: '#/tenants/pay/use',
  },
  {
    name: 'tenant-cost',
    title: 'A tenant: Cost',
    shows: 'The total and daily cost of a tenant, and the cost of each workload.',
    hash: '#/tenants/pay/cost',
  },
  {
    name: 'tenant-history',
    title: 'A tenant: History',
    shows: 'The commits that change files of the tenant; each opens the tenant at that commit.',
    hash: '#/tenants/pay/history',
  },
  {
    name: 'tenant-problems',
    title: 'A tenant: Problems',
    shows: 'The problems of the files of a single tenant.',
    hash: '#/tenants/pay/problems',
  },
];
