import { schedules } from '../../console/model/hibernation.ts';
import { namespaceRows } from '../../console/model/namespaces.ts';
import { readableTenants } from './readable-tenants.ts';
import { computed, type Result, type Route, type WorldCall } from './route.ts';
import { tenantsOfFiles } from './tenant-files.ts';

const own = { action: 'read-tenant', target: 'anything' } as const;

/** The console's data about all tenants of a person, with one request for each type of data. */
export const ownRoutes: readonly Route[] = [
  {
    ...{ method: 'GET', path: '/files', id: 'listFiles', query: 'AtQuery', access: own },
    summary: 'The files of your tenants, except files that also contain documents of tenants that you cannot see',
    ...computed(filesOf),
  },
  {
    ...{ method: 'GET', path: '/hibernation', id: 'listHibernation', query: 'AtQuery', access: own },
    summary: 'When namespaces of your tenants sleep',
    ...computed(schedulesOf),
  },
];

function filesOf({ view, may }: WorldCall): Result {
  const owners = tenantsOfFiles(view);
  const files = view.world.files.flatMap((file) => {
    const tenants = owners.get(file.path) ?? [];
    const isOwn = tenants.length > 0 && tenants.every((name) => may('read-tenant', name));
    return isOwn && 'text' in file ? [{ path: file.path, text: file.text }] : [];
  });
  return { body: { commit: view.sha, files } };
}

function schedulesOf(call: WorldCall): Result {
  const { world } = call.view;
  const readable = new Set(namespaceRows(world, readableTenants(call)).map(({ name }) => name));
  const body = schedules(world, Date.now(), readable).flatMap((schedule) => {
    const namespaces = schedule.namespaces.filter((name) => readable.has(name));
    return namespaces.length > 0 ? [{ ...schedule, namespaces }] : [];
  });
  return { body };
}
