import { type CommandHelp, dir, output } from './command.ts';

/** Commands about the objects of a cluster. They run the kubectl on the PATH with the user's permissions. */
export const clusterCommands = [
  {
    name: 'simulate',
    summary: 'list existing objects that the rules of the tenants would reject',
    page: 'docs/enforcement.md',
    details:
      'Evaluates the rendered admission rules for the objects of a cluster, as if a user without an exemption recreated them. For a workload, it also evaluates the pods and claims that the workload creates. It changes nothing. With --cluster, it also sends dry runs to the API server for the first 200 findings, and prints the responses. Administrators are exempt from most rules, so name a user with --as. Without spec.enforcement in the Platform, there are no rules.',
    arguments: [],
    options: [
      {
        name: 'inventory',
        value: 'FILE',
        repeats: true,
        summary:
          'output of kubectl get as JSON or YAML, a directory of such files, or - for standard input; can be repeated',
        setting: 'inventory',
      },
      { name: 'cluster', summary: 'read the cluster with kubectl, and send dry runs to its API server' },
      { name: 'context', value: 'NAME', summary: 'with --cluster: context of the kubeconfig' },
      { name: 'as', value: 'USER', summary: 'with --cluster: user that the dry runs impersonate' },
      {
        name: 'as-group',
        value: 'GROUP',
        repeats: true,
        summary: 'with --as: a group of the user; can be repeated',
      },
      {
        name: 'base',
        value: 'REVISION',
        summary: 'list only new rejections, compared with the rules of this revision or directory',
      },
      dir,
      { name: 'strict', summary: 'exit with 4 if a rule with the mode deny would reject an object' },
      output(['text', 'json', 'markdown'], 'output format'),
    ],
    examples: [
      'leasehold simulate --inventory inventory.json',
      'leasehold simulate --inventory inventory.json --base origin/main --strict',
      'leasehold simulate --cluster --as member@corp.io --as-group members',
    ],
  },
  {
    name: 'volumes',
    summary: 'list, restore, delete or release retained volumes',
    page: 'docs/volumes.md',
    details:
      'Uses kubectl to manage the volumes that the sidecar retains. list prints volumes with their state. restore reserves a volume without a claim for a new claim with the same name, unless its namespace now belongs to another tenant. purge deletes volumes without a claim and their data if their former reclaim policy is Delete; without --yes, it only lists them. release stops managing a volume without a claim; the volume keeps the reclaim policy Retain.',
    arguments: [
      { name: 'action', required: true, summary: 'list, restore, purge, release' },
      { name: 'volume', required: false, summary: 'name of a PersistentVolume' },
    ],
    options: [
      { name: 'tenant', short: 't', value: 'NAME', summary: 'only volumes of this tenant' },
      {
        name: 'without',
        value: 'DIR',
        summary: 'list: only volumes of tenants that this directory does not define',
      },
      {
        name: 'inventory',
        value: 'FILE',
        summary:
          'list: read the output of kubectl get persistentvolumes,persistentvolumeclaims,namespaces instead of the cluster',
      },
      {
        name: 'older-than',
        value: 'AGE',
        summary: 'purge: volumes that have had no claim for at least this long, such as 30d or 12w',
      },
      { name: 'yes', summary: 'purge: delete the data' },
      { name: 'context', value: 'NAME', summary: 'context of the kubeconfig' },
      output(['table', 'json', 'yaml', 'name'], 'list: output format'),
    ],
    examples: [
      'leasehold volumes list --tenant acme',
      'leasehold volumes list --without tenants',
      'leasehold volumes restore pvc-4e5f',
      'leasehold volumes purge --older-than 90d --yes',
    ],
  },
] as const satisfies readonly CommandHelp[];
