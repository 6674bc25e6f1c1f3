import { objectTypes } from '../../shell/get/object-types.ts';
import { outputs } from '../../shell/get/print.ts';
import { type CommandHelp, dir, output } from './command.ts';

/** Commands that answer questions about tenants. */
export const queryCommands = [
  {
    name: 'explain',
    summary: 'trace an object or a source line, or describe a field',
    page: 'docs/tenants.md',
    details:
      'For an object or a line of a rendered file, it shows the resource that renders the object, the file that it is written to, its tenant and its sync wave. For a line of a source file, it shows the objects, the quota and the rules of the resource at this line, and what authors of its directory can use. For a supervisor, it also shows when its namespaces next sleep and wake. For a kind or Kind.field.path, it describes the fields, like kubectl explain.',
    arguments: [
      {
        name: 'subject',
        required: true,
        summary: 'Kind/name, Kind/namespace/name, file, file:line, Kind or Kind.field.path',
      },
    ],
    options: [
      { name: 'namespace', short: 'n', value: 'NAME', summary: 'namespace of the object' },
      dir,
      output(['text', 'json'], 'output format'),
    ],
    examples: [
      'leasehold explain Deployment/org-acme',
      'leasehold explain tenants/acme.yaml:7',
      'leasehold explain Org.spec.plan_tier',
    ],
  },
  {
    name: 'get',
    summary: 'list tenants, or the namespaces, quotas and classes of a tenant',
    page: 'docs/kubectl.md',
    details:
      'Lists all tenants, or those in which a user or a group has a role (--as, --as-group). With another type, lists the rendered namespaces of a tenant, its quota, or the classes that it can use. kubectl leasehold lists the same from a cluster, for Tenants of MTO.',
    arguments: [
      { name: 'type', required: true, summary: ['tenants', ...objectTypes.map(({ plural }) => plural)].join(', ') },
      {
        name: 'tenant',
        required: false,
        summary: 'tenant that owns the objects; with the type tenants, the only one to list',
      },
      {
        name: 'name',
        required: false,
        summary: 'name of a single object; an error if the tenant has a list without it',
      },
    ],
    options: [
      { name: 'as', value: 'USER', summary: 'tenants: only those in which this user has a role' },
      {
        name: 'as-group',
        value: 'GROUP',
        repeats: true,
        summary: 'tenants: only those in which this group has a role; can be repeated',
      },
      { name: 'all-tenants', short: 'A', summary: 'list the objects of all tenants' },
      output(outputs, 'output format'),
      { name: 'no-headers', summary: 'omit the header of the table' },
      dir,
    ],
    examples: [
      'leasehold get tenants --as kim@corp.io',
      'leasehold get storageclasses pay -o name',
      'leasehold get namespaces -A',
    ],
  },
] as const satisfies readonly CommandHelp[];
