import { type CommandHelp, dir, output } from './command.ts';

/** Commands that use the kubectl on the PATH, with the user's own rights. */
export const clusterCommands = [
  {
    name: 'simulate',
    summary: 'list existing objects that the rules of the tenants would refuse',
    details:
      'Compares the objects of a cluster with the rules and lists that the tenants render to, as if somebody without an exemption created them again. Workloads count with the pods and claims that they create. It changes nothing. With --cluster, it also prints what the API server answers today to a dry run of each listed object; an administrator is exempt from most rules, so name a user with --as. Without an enforcement in the Platform, there are no rules.',
    arguments: [],
    options: [
      {
        name: 'inventory',
        value: 'FILE',
        repeats: true,
        summary:
          'output of kubectl get as JSON or YAML, a directory of such files, or - for standard input; may be given again',
        setting: 'inventory',
      },
      { name: 'cluster', summary: 'read the cluster with kubectl instead, and ask its API server' },
      { name: 'context', value: 'NAME', summary: 'with --cluster: context of the kubeconfig' },
      { name: 'as', value: 'USER', summary: 'with --cluster: user of the dry runs' },
      {
        name: 'as-group',
        value: 'GROUP',
        repeats: true,
        summary: 'with --as: a group of the user; may be given again',
      },
      {
        name: 'base',
        value: 'REVISION',
        summary: 'list only what the rules of this revision or directory do not refuse',
      },
      dir,
      { name: 'strict', summary: 'exit with 4 if an object would be refused' },
      output(['text', 'json', 'markdown'], 'how the list is printed'),
    ],
    examples: [
      'leasehold simulate --inventory inventory.json',
      'leasehold simulate --inventory inventory.json --base origin/main --strict',
      'leasehold simulate --cluster --as member@corp.io --as-group members',
    ],
  },
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
