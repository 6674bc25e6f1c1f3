import { textAt, textsAt } from '../../data/tree.ts';
import type { Person, PlatformRole } from '../can/roles.ts';
import { platformRoles } from '../can/roles.ts';
import type { Session } from './sessions.ts';

export interface ClaimNames {
  /** The claim with the user name that documents list. If a token lacks the claim, the email address is used. */
  readonly user: string;
  readonly groups: string;
}

/** Who has a role of the platform. Groups are those of the token: groups in files do not count. */
export type PlatformMembers = Readonly<
  Partial<Record<PlatformRole, { readonly users?: readonly string[]; readonly groups?: readonly string[] }>>
>;

export interface ClaimRules {
  readonly names: ClaimNames;
  readonly roles: PlatformMembers;
}

/** The session of a token whose signature is verified. Undefined if the token names nobody. */
export function sessionFromClaims(
  claims: object,
  { names, roles }: ClaimRules,
  expiresAt: number,
): Session | undefined {
  const isUnverified = (claims as { readonly email_verified?: unknown }).email_verified === false;
  const email = isUnverified ? '' : textAt(claims, 'email');
  const user = (names.user === 'email' ? '' : textAt(claims, names.user)) || email;
  const [issuer, subject] = [textAt(claims, 'iss'), textAt(claims, 'sub')];
  if (user === '' || issuer === '' || subject === '') return undefined;
  // The trailers of commits have these names, each in a line.
  if (/\p{Cc}/u.test(`${user}${issuer}${subject}`)) return undefined;
  const person = personOf(user, textsAt(claims, names.groups), roles);
  const name = textAt(claims, 'name') || user;
  const providerSession = textAt(claims, 'sid') || undefined;
  return { person, name, email, subject: `${issuer}#${subject}`, providerSession, expiresAt };
}

function personOf(user: string, groups: readonly string[], roles: PlatformMembers): Person {
  const has = (role: PlatformRole) => {
    const { users = [], groups: listed = [] } = roles[role] ?? {};
    return users.includes(user) || listed.some((group) => groups.includes(group));
  };
  return { user, groups, platformRoles: platformRoles.filter(has) };
}
