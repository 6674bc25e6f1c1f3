import { worldOf } from '../../console/model/world.ts';
import type { Person } from '../../gateway/can/roles.ts';
import { viewOf } from '../../gateway/world/view.ts';
import { sampleFiles } from '../console/sample.ts';

/** The sample repository as a commit. */
export const sampleView = viewOf('a'.repeat(40), worldOf(sampleFiles));

function member(user: string, ...groups: readonly string[]): Person {
  return { user, groups, platformRoles: [] };
}

/** People of the sample repository. `neighbor` is an editor of the tenant lab, through a group in a file. */
export const people = {
  stranger: member('eve@corp.io', 'elsewhere'),
  viewer: member('vic@corp.io', 'auditors'),
  editor: member('kim@corp.io'),
  owner: member('olga@corp.io', 'pay-leads'),
  neighbor: member('ada@corp.io'),
  finance: { user: 'fay@corp.io', groups: ['finance'], platformRoles: ['finance'] },
  admin: { user: 'alex@corp.io', groups: ['platform-admins'], platformRoles: ['admin'] },
} as const satisfies Readonly<Record<string, Person>>;

export type PersonName = keyof typeof people;
export const personNames = Object.keys(people) as readonly PersonName[];
