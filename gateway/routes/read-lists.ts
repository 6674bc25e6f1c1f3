import { type AccessRow, accessRows } from '../../console/model/access.ts';
import { namespaceRows } from '../../console/model/namespaces.ts';
import { quotaViews } from '../../console/model/quota.ts';
import { type TemplateView, templateViews } from '../../console/model/templates.ts';
import { can } from '../can/can.ts';
import { fail } from '../response/problem.ts';
import { readableTenants } from './readable-tenants.ts';
import { type Call, computed, type Result, type Route, type WorldCall } from './route.ts';
import { subjectsOf } from './visible.ts';

const own = { action: 'read-tenant', target: 'anything' } as const;

/** Lists across all tenants. Each contains only what the person may see. */
export const listRoutes: readonly Route[] = [
  {
    ...{ method: 'GET', path: '/namespaces', id: 'listNamespaces', query: 'AtQuery', access: own },
    summary: 'The rendered namespaces of your tenants',
    ...computed((call) => ({ body: namespaceRows(call.view.world, readableTenants(call)) })),
  },
  {
    ...{ method: 'GET', path: '/namespaces/{namespace}', id: 'getNamespace', query: 'AtQuery', access: own },
    summary: 'A rendered namespace',
    ...computed((call) => {
      const rows = namespaceRows(call.view.world, readableTenants(call));
      return { body: rows.find(({ name }) => name === call.parameters['namespace']) ?? fail(404) };
    }),
  },
  {
    ...{ method: 'GET', path: '/quotas', id: 'listQuotas', query: 'AtQuery', access: own },
    summary: 'The quotas of your tenants',
    ...computed(({ view, may }) => {
      const names = view.rows().flatMap(({ name }) => (may('read-tenant', name) ? [name] : []));
      return { body: quotaViews(names, view.world) };
    }),
  },
  {
    ...{ method: 'GET', path: '/templates', id: 'listTemplates', query: 'AtQuery', access: own },
    summary: 'The Templates with their parameters, and the instances in namespaces of your tenants',
    ...computed(templatesOf),
  },
  {
    ...{ method: 'GET', path: '/access', id: 'listAccess', query: 'AccessQuery', access: own },
    summary: 'Who can do what in your tenants, and which binding allows it',
    ...computed(accessOf),
  },
  {
    ...{ method: 'GET', path: '/names/{kind}/{name}', id: 'checkName' },
    summary: 'Whether the name of a tenant or namespace is available',
    access: 'session',
    handle: nameOf,
  },
];

/**
 * Everyone who can see a namespace sees the name and parameters of every Template, except for those in directories of other
 * tenants, and in the platform's files about them. Except for administrators, instances are limited to namespaces of the
 * person's tenants.
 */
function templatesOf({ view, may, person, head }: WorldCall): Result {
  const isAll = can(person, 'read-platform', 'everything', head.members);
  const visible = new Set(
    view.rows().flatMap(({ name, namespaces = [] }) => (may('read-tenant', name) ? namespaces : [])),
  );
  if (visible.size === 0 && !isAll) return { body: [] };
  const all = templateViews(view.world);
  const subjects = subjectsOf(
    all.flatMap(({ source }) => (source ? [source.file] : [])),
    view,
  );
  const isVisible = ({ source }: TemplateView) => {
    const subject = source && subjects.get(source.file);
    return isAll || subject === undefined || may('read-tenant', subject);
  };
  const body = all.filter(isVisible).map((template) => {
    const instances = template.instances
      .filter(({ namespace }) => isAll || visible.has(namespace))
      .map((one) => ({ ...one, namespaces: one.namespaces.filter((name) => isAll || visible.has(name)) }));
    return { ...template, instances };
  });
  return { body: body.filter(({ source, instances }) => isAll || source !== undefined || instances.length > 0) };
}

function accessOf(call: WorldCall): Result {
  const { view, query } = call;
  const { user, group, namespace, tenant } = query;
  const groups = user === undefined ? [] : view.members.groupsOf(user);
  const isSubject = ({ subject: { kind, name } }: AccessRow) => {
    if (user === undefined && group === undefined) return true;
    return (kind === 'User' && name === user) || (kind === 'Group' && (name === group || groups.includes(name)));
  };
  const isWanted = (row: AccessRow) =>
    isSubject(row) &&
    (namespace === undefined || row.namespace === namespace) &&
    (tenant === undefined || row.tenant === tenant);
  return { body: accessRows(view.world, readableTenants(call)).filter(isWanted) };
}

function nameOf({ head, parameters, may }: Call): Result {
  const { kind, name = '' } = parameters;
  if (kind === 'tenant') {
    const isTaken = head.members.accessOf(name) !== undefined || head.rows().some((row) => row.name === name);
    return { body: { free: !isTaken } };
  }
  if (kind !== 'namespace') return fail(404, `the kind ${kind} is not supported; it must be tenant or namespace`);
  const rows = head.rows();
  const owner = rows.find(({ namespaces = [] }) => namespaces.includes(name))?.name;
  if (owner === undefined && rows.some(({ namespaces }) => namespaces === undefined))
    return fail(503, 'the files have errors, so some namespaces are unknown; fix the errors first');
  const takenBy = owner !== undefined && may('read-names', owner) ? { takenBy: owner } : {};
  return { body: { free: owner === undefined, ...takenBy } };
}
