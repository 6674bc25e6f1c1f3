import { can } from '../can/can.ts';
import { type Action, permissions } from '../can/permissions.ts';
import { roleOf } from '../can/roles.ts';
import { fail } from '../response/problem.ts';
import { sessionOf } from './authenticate.ts';
import { eventStream } from './event-stream.ts';
import { type Call, computed, type Result, type Route, type WorldCall } from './route.ts';

/** The session, commits and events. */
export const sessionRoutes: readonly Route[] = [
  {
    ...{ method: 'GET', path: '/session', id: 'getSession', access: 'session' },
    summary: 'Who you are, your roles and what you can do',
    handle: sessionBody,
  },
  {
    ...{ method: 'GET', path: '/revisions', id: 'listRevisions', query: 'RevisionsQuery' },
    summary: 'The commits that change files of your tenants or, for administrators, any file, newest first',
    access: { action: 'read-tenant', target: 'anything' },
    ...computed(({ repository, query, view, may, person }) => {
      const isAll = can(person, 'read-platform', 'everything', view.members);
      const owned = [...view.world.owners()].filter(([, names]) => [...names].some((name) => may('read-tenant', name)));
      const files = isAll ? undefined : owned.map(([file]) => file);
      return { body: { head: view.sha, items: repository.commits(Number(query['limit'] ?? 50), files, view.sha) } };
    }),
  },
  {
    ...{ method: 'GET', path: '/revisions/{revision}', id: 'getRevision' },
    summary: 'Whether a commit renders, and its problems',
    access: { action: 'read-platform', target: 'everything' },
    ...computed(revisionBody),
  },
  {
    ...{ method: 'GET', path: '/events', id: 'followEvents', access: 'session' },
    summary: 'New commits and the state of your changes, as server-sent events',
    handle: ({ gateway, person, request }) => {
      const isSignedIn = async () => (await sessionOf(request, gateway)) !== undefined;
      return eventStream(gateway.events, { user: person.user, isSignedIn }, request);
    },
  },
];

function sessionBody({ session, person, head, gateway }: Call): Result {
  const tenants = head.rows().flatMap(({ name }) => {
    const role = roleOf(person, name, head.members);
    return role === undefined ? [] : [{ name, role }];
  });
  const actions = Object.keys(permissions) as readonly Action[];
  const everywhere = actions.filter((action) => can(person, action, 'everything', head.members));
  const { name, email, expiresAt } = session;
  const identity = { user: person.user, groups: person.groups, name, email, platformRoles: person.platformRoles };
  const { forge } = gateway.changes;
  const { signOut } = gateway.authenticator;
  const costs = gateway.costs ? 'stored' : 'recorded';
  const state = { forge, costs, head: head.sha, expiresAt: new Date(expiresAt).toISOString(), signOut };
  return { body: { ...identity, tenants, everywhere, ...state } };
}

function revisionBody({ repository, views, parameters }: WorldCall): Result {
  const view = views.at(repository.resolve(parameters['revision'] ?? '') ?? fail(404));
  const { ok, problems } = view.world.all();
  return { body: { commit: view.sha, ok, problems, tenants: view.rows().length } };
}
