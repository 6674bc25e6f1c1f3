import type { ChangeState, Conflict, Session, SubmittedChange } from '../data/gateway.ts';

/** A step of a change on its way to the cluster. */
interface Step {
  readonly state: ChangeState;
  readonly sort: 'done' | 'current' | 'next';
}

const path = ['pending', 'open', 'merged', 'applied'] as const satisfies readonly ChangeState[];

/** The steps of a change. A closed change has no further steps. */
export function stepsOf({ state }: Pick<SubmittedChange, 'state'>): readonly Step[] {
  if (state === 'closed') return [{ state, sort: 'current' }];
  const current = path.indexOf(state);
  return path.map((one, index) => ({
    state: one,
    sort: index === current ? 'current' : index < current ? 'done' : 'next',
  }));
}

export function isUndecided({ state }: Pick<SubmittedChange, 'state'>): boolean {
  return state === 'pending' || state === 'open';
}

/** The list, newest first, with the newest version of one change. */
export function withChange(list: readonly SubmittedChange[], change: SubmittedChange): readonly SubmittedChange[] {
  const isKnown = list.some(({ id }) => id === change.id);
  return isKnown ? list.map((one) => (one.id === change.id ? change : one)) : [change, ...list];
}

/** Roles of the platform, and those in tenants: `owner of pay`. */
export function rolesOf({ platformRoles, tenants }: Session): readonly string[] {
  return [...platformRoles, ...tenants.map(({ name, role }) => `${role} of ${name}`)];
}

/** Whether the person may read every file, so that the browser can render the whole repository. */
export function readsEverything({ everywhere }: Pick<Session, 'everywhere'>): boolean {
  return everywhere.includes('read-platform');
}

/** Whether the person may see only the name, the kinds and the costs of a tenant. */
export function readsOnlyCosts({ everywhere, tenants }: Session, tenant: string): boolean {
  const mayRead = everywhere.includes('read-tenant') || tenants.some(({ name }) => name === tenant);
  return everywhere.includes('read-costs') && !mayRead;
}

export function mayWithdraw(change: SubmittedChange, { user, platformRoles }: Session): boolean {
  return isUndecided(change) && (change.user === user || platformRoles.includes('admin'));
}

/** The versions of a file that changed in the meantime, in the order in which the page shows them. */
export function versionsOf({ base, theirs, yours }: Conflict) {
  return [
    { sort: 'base', text: base },
    { sort: 'theirs', text: theirs },
    { sort: 'yours', text: yours },
  ] as const;
}

/** A title that describes what happens to the file. */
export function proposedTitle(file: string, text: string | undefined, original: string | undefined): string {
  const name = file.split('/').at(-1) ?? file;
  if (text === undefined) return `Delete ${name}`;
  return `${original === undefined ? 'Add' : 'Change'} ${name}`.slice(0, 120);
}

/** Whether a text still contains conflict markers, which are valid YAML in a block scalar. */
export function hasConflictMarkers(text: string): boolean {
  return /^(?:<{7}|={7}|>{7})(?: |$)/m.test(text);
}

/** The branch of a change in a repository without a forge. */
export function branchOf({ id }: Pick<SubmittedChange, 'id'>): string {
  return `leasehold/${id}`;
}
