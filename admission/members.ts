import { textAt } from '../data/tree.ts';
import { memberAccountPrefix } from './accounts.ts';
import { celOfNamespace, literal } from './cel.ts';
import { itemsIn } from './limits.ts';
import { keys } from './metadata-keys.ts';
import { type AdmissionRequest, namespaceIn } from './request.ts';

const user = 'request.userInfo.username';
const subjects = `${celOfNamespace}.metadata.?annotations[?${literal(keys.subjects)}].orValue('')`;

/** The item of a list of subjects for all accounts in the namespace of an account: `ServiceAccount <namespace>/*`. */
const accountsOf = (account: string) =>
  `${account}.replace('system:serviceaccount:', 'ServiceAccount ').split(':')[0] + '/*'`;

/** A CEL expression that is true if the request comes from a user, or from an account of a namespace of the tenant. */
export const celOfMember = `!${user}.startsWith('system:')
  || ('system:serviceaccounts:' + ${celOfNamespace}.metadata.name) in request.userInfo.groups
  || (${accountsOf(user)}) in ${subjects}.split('\\n')`;

/** The result of the CEL expression. */
export function isMember(request: AdmissionRequest): boolean {
  const { username, groups } = request.user;
  const namespace = namespaceIn(request);
  const listed = itemsIn(textAt(namespace, 'metadata', 'annotations', keys.subjects));
  const [place] = username.replace('system:serviceaccount:', 'ServiceAccount ').split(':');
  return (
    !username.startsWith('system:') ||
    groups.includes(`system:serviceaccounts:${textAt(namespace, 'metadata', 'name')}`) ||
    listed.includes(`${place}/*`)
  );
}

/** A CEL expression that is also true for the accounts that apply the Applications of members. */
export const celOfMemberOrApplication = `${celOfMember}\n  || ${user}.startsWith(${literal(memberAccountPrefix)})`;

/** The result of the CEL expression. */
export function isMemberOrApplication(request: AdmissionRequest): boolean {
  return isMember(request) || request.user.username.startsWith(memberAccountPrefix);
}
