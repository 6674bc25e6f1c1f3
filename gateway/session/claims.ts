import { textAt, textsAt, valueAt } from '../../data/tree.ts';
import type { Person, PlatformRole } from '../can/roles.ts';
import { platformRoles } from '../can/roles.ts';
import type { Session } from './sessions.ts';

export interface ClaimNames {
  /** The claim with the user name that documents list. Falls back to the verified email address. */
  readonly user: string;
  readonly groups: string;
}

/** The people with roles of the platform. Groups are those in the token, not those in files. */
export type PlatformMembers = Readonly<
  Partial<Record<PlatformRole, { readonly users?: readonly string[]; readonly groups?: readonly string[] }>>
>;

export interface ClaimRules {
  readonly names: ClaimNames;
  readonly roles: PlatformMembers;
}

/** The session for the claims of a verified token. Undefined if the token has no valid user name, issuer or subject. */
export function sessionFromClaims(
  claims: object,
  { names, roles }: ClaimRules,
  expiresAt: number,
): Session | undefined {
  const isVerified = valueAt(claims, 'email_verified') === true;
  const email = isVerified ? textAt(claims, 'email') : '';
  const user = (names.user === 'email' ? '' : textAt(claims, names.user)) || email;
  const [issuer, subject] = [textAt(claims, 'iss'), textAt(claims, 'sub')];
  if (user === '' || issuer === '' || subject === '') return undefined;
  // Commits contain these names, so they must not contain line breaks.
  if (/\p{Cc}/u.test(`${user}${issuer}${subject}`)) return undefined;
  const person = personOf(user, textsAt(claims, names.groups), roles);
  const name = textAt(claims, 'name') || user;
  const sid = textAt(claims, 'sid');
  const providerSession = sid === '' ? undefined : `${issuer}#${sid}`;
  return { person, name, email, subject: `${issuer}#${subject}`, providerSession, expiresAt };
}

/** The person with the roles that the configuration assigns. */
export function personOf(user: string, groups: readonly string[], roles: PlatformMembers): Person {
  const has = (role: PlatformRole) => {
    const { users = [], groups: listed = [] } = roles[role] ?? {};
    return users.includes(user) || listed.some((group) => groups.includes(group));
  };
  return { user, groups, platformRoles: platformRoles.filter(has) };
}
