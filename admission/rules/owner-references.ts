import { isSame, listAt, textAt } from '../../data/tree.ts';
import { annotationList, literal } from '../cel.ts';
import { celOfMemberOrApplication, isMemberOrApplication } from '../members.ts';
import { keys } from '../metadata-keys.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';
import { accountPrefix } from '../user-patterns.ts';

const user = 'request.userInfo.username';

/** The items of the list that allow the account of a request. */
const celOfItems = `!${user}.startsWith(${literal(accountPrefix)}) ? []
  : [${user}.split(':')[2] + '/' + ${user}.split(':')[3], ${user}.split(':')[2] + '/*']`;

/** Returns the same items as `celOfItems` in CEL. */
function itemsFor({ username }: AdmissionRequest['user']): readonly string[] {
  if (!username.startsWith(accountPrefix)) return [];
  const [, , namespace = '', name = ''] = username.split(':');
  return [`${namespace}/${name}`, `${namespace}/*`];
}

const ownersOf = (object: string) => `${object}.?metadata.?ownerReferences.orValue([])`;

const celOfClaims = (object: string) => `${object}.spec.?volumeClaimTemplates.orValue([])`;

/** The templates of claims, except those that an update keeps. */
function changedClaims({ group, object, oldObject }: AdmissionRequest): readonly unknown[] {
  const [claims, before] = [object, oldObject].map((one) => listAt(one, 'spec', 'volumeClaimTemplates'));
  const isStatefulSet = group === 'apps' && textAt(object, 'kind') === 'StatefulSet';
  return !claims || !isStatefulSet || (oldObject && isSame(claims, before)) ? [] : claims;
}

/**
 * The garbage collector sends a request for each owner that it does not know, at a rate that the whole cluster shares. A few
 * objects with thousands of owners, or frequent updates of a single owner, would therefore delay all deletions in the cluster.
 *
 * The controller of StatefulSets copies the owners of a template to each claim [sources: kubernetes-15].
 */
export const ownerReferences: Rule = {
  id: 'owner-references',
  about:
    'Owner references that members, their Applications, and accounts in namespaces of the tenant add or change, unless the account is in the list. Also those in templates of claims. Controllers outside the tenant can set them.',
  targets: [{ group: '*', resources: ['*/*'], operations: writes }],
  scope: 'tenants',
  exempts: 'platform',
  limitsWithoutLists: true,
  variables: {
    allowed: annotationList(keys.ownerReferences),
    items: celOfItems,
    isMember: celOfMemberOrApplication,
    isLimited: 'variables.isMember && !variables.items.exists(i, i in variables.allowed)',
  },
  clauses: [
    {
      message: `owner references, unless ${keys.ownerReferences} lists the account`,
      change: `!variables.isLimited || ${ownersOf('object')}.size() == 0
  || ${ownersOf('object')} == ${ownersOf('oldObject')} ? [] : ['metadata.ownerReferences']`,
      findChanges: (request) => {
        const owners = listAt(request.object, 'metadata', 'ownerReferences');
        const isKept = isSame(owners, listAt(request.oldObject, 'metadata', 'ownerReferences'));
        return isLimited(request) && owners.length > 0 && !isKept ? ['metadata.ownerReferences'] : [];
      },
    },
    {
      message: `owner references in templates of claims, unless ${keys.ownerReferences} lists the account`,
      change: `!variables.isLimited || request.kind.group + '/' + request.kind.kind != 'apps/StatefulSet'
  || oldObject != null && ${celOfClaims('object')} == ${celOfClaims('oldObject')} ? []
  : ${celOfClaims('object')}.filter(c, has(c.metadata.ownerReferences)).map(c, c.metadata.name)`,
      findChanges: (request) => {
        const owned = changedClaims(request).filter((one) => listAt(one, 'metadata', 'ownerReferences').length > 0);
        return isLimited(request) ? owned.map((one) => textAt(one, 'metadata', 'name')) : [];
      },
    },
  ],
};

function isLimited(request: AdmissionRequest): boolean {
  const allowed = listIn(request, keys.ownerReferences) ?? [];
  return isMemberOrApplication(request) && !itemsFor(request.user).some((item) => allowed.includes(item));
}
