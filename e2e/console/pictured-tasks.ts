import { openInventory, retainedVolumes } from './inventory.ts';
import { addMember, type PicturedPage, shown } from './pictured-page.ts';

const pay = encodeURIComponent('tenants/mto-tenant-pay.yaml');

/** Tasks, and the pages that need an inventory or a change. */
export const taskPages: readonly PicturedPage[] = [
  {
    name: 'palette',
    title: 'Search',
    shows: 'Ctrl+K finds tenants, namespaces and pages.',
    hash: '#/tenants',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('pay');
    },
  },
  {
    name: 'edit-form',
    title: 'Edit in the form',
    shows: 'The form changes only the lines of the field that you edit, and shows the effect of each change beside it.',
    hash: `#/edit?file=${pay}&view=form`,
    act: addMember,
  },
  {
    name: 'edit-yaml',
    title: 'Edit as YAML',
    shows: 'The same text in an editor that completes fields and shows each problem on its line.',
    hash: `#/edit?file=${pay}&view=yaml`,
    act: (page) => page.locator('.cm-content').waitFor(),
  },
  {
    name: 'edit-blame',
    title: 'Who changed a line of a file',
    shows: 'Each line of a file with the commit that last changed it.',
    hash: `#/edit?file=${encodeURIComponent('tenants/mto-quota-small.yaml')}&view=blame`,
    act: (page) => shown(page, 'Double the memory of small tenants'),
  },
  {
    name: 'delete',
    title: 'Delete a file',
    shows: 'What the deletion of a tenant removes, before you propose it.',
    hash: `#/edit?file=${encodeURIComponent('tenants/mto-tenant-lab.yaml')}&delete=1`,
    act: (page) => shown(page, 'tenant removed'),
  },
  {
    name: 'capacity',
    title: 'Cluster: Capacity',
    shows: 'The requests and quotas of tenants compared with the nodes.',
    hash: '#/cluster',
    act: (page) => openInventory(page),
  },
  {
    name: 'volumes',
    title: 'Cluster: Retained volumes',
    shows: 'The volumes that are kept after their claims are deleted, with the command that restores one.',
    hash: '#/cluster/volumes',
    act: (page) => openInventory(page, retainedVolumes),
  },
  {
    name: 'health',
    title: 'Cluster: Platform',
    shows: 'The workloads of the platform, their state, and how to fix problems. The sample platform has no workloads.',
    hash: '#/cluster/health',
    act: (page) => openInventory(page),
  },
  {
    name: 'propose',
    title: 'Propose a change',
    shows: 'Before you submit a change, the dialog shows whether your roles allow it.',
    hash: `#/edit?file=${pay}&view=form`,
    act: async (page) => {
      await addMember(page);
      await page.getByRole('button', { name: 'Propose change' }).click();
      await shown(page, 'You can propose this change.');
    },
  },
  {
    name: 'change',
    title: 'A change',
    shows: 'The change with its risk, files and state, which updates without a reload.',
    hash: `#/edit?file=${pay}&view=form`,
    act: async (page) => {
      await addMember(page);
      await page.getByRole('button', { name: 'Propose change' }).click();
      await shown(page, 'You can propose this change.');
      await page.getByRole('button', { name: 'Propose', exact: true }).click();
      await page.locator('[aria-current="step"]', { hasText: 'open' }).waitFor();
    },
  },
  {
    name: 'changes',
    title: 'Changes',
    shows: 'Your changes, and other changes that affect only your tenants, with their states.',
    hash: '#/changes',
  },
];
