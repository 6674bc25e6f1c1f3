import { type ChangeRecord, publicRecord } from '../changes/record.ts';
import { requireRoom } from '../changes/unfinished.ts';
import { fail } from '../response/problem.ts';
import { createChange, newChange, previewOf } from './propose.ts';
import { type Call, computed, inTwoThreads, type Route } from './route.ts';

const anything = { action: 'see-effect', target: 'anything' } as const;

/** Changes: the only way to write. */
export const changeRoutes: readonly Route[] = [
  {
    ...{
      method: 'POST',
      path: '/previews',
      id: 'createPreview',
      body: 'PreviewRequest',
      access: anything,
      limit: 'previews',
    },
    summary: 'The effect of a change: problems, objects by risk, cost, and whether you can propose it. Writes nothing',
    ...computed((call) => ({ body: previewOf(call) })),
  },
  {
    ...{ method: 'POST', path: '/changes', id: 'createChange', body: 'ChangeRequest' },
    access: { action: 'propose-change', target: 'anything' },
    headers: ['If-Match', 'Idempotency-Key'],
    limit: 'proposals',
    summary: 'Opens a pull request with a change',
    ...inTwoThreads({
      compute: newChange,
      handle: async (call, commit) => {
        const change = await createChange(call, async (repeats) => {
          requireRoom(call.person.user, await call.gateway.changes.all());
          return commit(repeats);
        });
        return { status: 201, body: publicRecord(change), headers: { location: `/api/v1/changes/${change.id}` } };
      },
    }),
  },
  {
    ...{ method: 'GET', path: '/changes', id: 'listChanges', access: anything },
    summary: 'Your changes and the changes that affect only your tenants, newest first; administrators see all changes',
    handle: async (call) => {
      const all = (await call.gateway.changes.all()).filter((change) => maySee(change, call));
      return { body: all.toReversed().map(publicRecord) };
    },
  },
  {
    ...{ method: 'GET', path: '/changes/{change}', id: 'getChange', access: anything },
    summary: 'A change and its state',
    handle: async (call) => ({ body: publicRecord(await changeOf(call)) }),
  },
  {
    ...{ method: 'DELETE', path: '/changes/{change}', id: 'closeChange', access: anything },
    summary: 'Closes one of your changes and its pull request; administrators can close any change',
    handle: async (call) => {
      const change = await changeOf(call);
      if (change.user !== call.person.user && !call.person.platformRoles.includes('admin')) fail(403);
      if (change.state !== 'open' && change.state !== 'pending') fail(409, `the change is ${change.state}`);
      return { body: publicRecord(await call.gateway.changes.close(change)) };
    },
  },
];

async function changeOf(call: Call): Promise<ChangeRecord> {
  const found = await call.gateway.changes.find(call.parameters['change'] ?? '');
  return found && maySee(found, call) ? found : fail(404);
}

/** People see their own changes, and changes that affect only tenants they may see. Administrators see all changes. */
function maySee({ user, tenants }: ChangeRecord, { person, may }: Call): boolean {
  if (user === person.user || person.platformRoles.includes('admin')) return true;
  return tenants.length > 0 && tenants.every((tenant) => may('read-tenant', tenant));
}
