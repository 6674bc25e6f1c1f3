import { type CommandHelp, output } from './command.ts';

/** Commands that use the kubectl on the PATH, with the user's own rights. */
export const clusterCommands = [
  {
    name: 'volumes',
    summary: 'list, restore or delete volumes that outlived their claims',
    details:
      'Works on the volumes that the sidecar retains, through kubectl. list prints them with their state. restore reserves volumes for the return of their claims, after a check that the namespace belongs to no other tenant. purge deletes volumes with their data; without --yes it only prints which. release ends the management of volumes and leaves them as they are.',
    arguments: [
      { name: 'action', required: true, summary: 'list, restore, purge, release' },
      { name: 'volume', required: false, summary: 'name of a PersistentVolume' },
    ],
    options: [
      { name: 'tenant', short: 't', value: 'NAME', summary: 'only volumes of this tenant' },
      { name: 'older-than', value: 'AGE', summary: 'purge: volumes that have waited as long: 30d, 12w' },
      { name: 'yes', summary: 'purge: delete the data' },
      { name: 'context', value: 'NAME', summary: 'context of the kubeconfig' },
      output(['table', 'json', 'yaml', 'name'], 'list: how volumes are printed'),
    ],
    examples: [
      'leasehold volumes list --tenant acme',
      'leasehold volumes restore pvc-4e5f',
      'leasehold volumes purge --older-than 90d --yes',
    ],
  },
] as const satisfies readonly CommandHelp[];
