import { listLiteral } from '../cel.ts';
import type { Requester } from '../request.ts';
import type { Rule } from '../rule.ts';

/** Users and groups by exact name. */
export interface Principals {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** Returns the rule that rejects writes by some users and groups. It also applies to administrators. */
export function accessRule({ users, groups }: Principals): Rule {
  return {
    id: 'access',
    about: 'Every write in namespaces of tenants by users and groups that namespaceAccessPolicy denies.',
    targets: [{ group: '*', resources: ['*/*'], operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] }],
    scope: 'tenants',
    exempts: 'nobody',
    clauses: [
      {
        message: 'users and groups that have no access to namespaces of tenants',
        change: `[request.userInfo.username].filter(u, u in ${listLiteral(users)})
  + request.userInfo.groups.filter(g, g in ${listLiteral(groups)})`,
        findChanges: ({ user }) => barred(user, { users, groups }),
      },
    ],
  };
}

function barred({ username, groups }: Requester, principals: Principals): readonly string[] {
  return [
    ...[username].filter((name) => principals.users.includes(name)),
    ...groups.filter((name) => principals.groups.includes(name)),
  ];
}
