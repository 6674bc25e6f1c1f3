import { type Tree, textAt } from '../../data/tree.ts';
import { memberAccountPrefix } from '../accounts.ts';
import { celOfNamespace, literal } from '../cel.ts';
import { tenantLabel } from '../metadata-keys.ts';
import { type AdmissionRequest, namespaceIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';
import { applicationIn, applicationOf, trackingAnnotation, trackingIn } from '../tracking.ts';

const before = 'variables.before';
const after = trackingIn('object.?metadata');
const user = 'request.userInfo.username';

/** Whether an annotation names an Application that the tenant cannot create. */
const isForeign = `[one.split(':')[0]].exists(a, a != ''
    && (a == variables.platform || a != variables.tenant && !a.startsWith(variables.tenant + '-')))`;

/**
 * An Application syncs nothing while one of its former objects waits for a confirmation, or while another Application seems to
 * own one of its objects. Members who set the annotation could therefore stop the Applications of other tenants. Controllers can
 * copy the annotation to other objects: Argo CD ignores a copy, because it names another object.
 *
 * The account of an AppProject syncs objects of members, which can contain any annotation. It can name only Applications that the
 * project can create, and cannot take an object from another Application. Members cannot remove the annotation of such an object
 * either, because their Application could then take it.
 */
export const tracking: Rule = {
  id: 'tracking',
  about: `The annotation \`${trackingAnnotation}\`, by which Argo CD recognizes the objects of an Application. The account of an AppProject can name only Applications of the project, and members can remove only the names of such Applications. Accounts of other namespaces, such as those of operators, can copy it to other objects.`,
  targets: [{ group: '*', resources: ['*/*'], operations: writes }],
  scope: 'tenants',
  exempts: 'appliers',
  variables: {
    before: `oldObject == null ? '' : ${trackingIn('oldObject.?metadata')}`,
    project: `${user}.startsWith(${literal(memberAccountPrefix)}) ? ${user}.split(':')[3] : ''`,
    platform: applicationIn(celOfNamespace),
    tenant: `variables.project != '' ? variables.project : ${celOfNamespace}.metadata.?labels[?${literal(tenantLabel)}].orValue('')`,
    isMember: `!request.userInfo.username.startsWith('system:')
  || ('system:serviceaccounts:' + ${celOfNamespace}.metadata.name) in request.userInfo.groups`,
    own: `':' + request.kind.group + '/' + request.kind.kind + ':' + ${celOfNamespace}.metadata.name + '/' + object.metadata.?name.orValue('')`,
  },
  clauses: [
    {
      message: 'an annotation that only Argo CD changes',
      change: `(object == null ? [] : [${after}]).filter(id, id != ${before}
  && (variables.project == '' && id != ''
    ? variables.isMember || id.endsWith(variables.own) || ${before}.endsWith(variables.own)
    : (variables.project != '' ? [id, ${before}] : variables.isMember ? [${before}] : []).exists(one, ${isForeign}))
  ).map(id, id == '' ? ${before} : id)`,
      findChanges: (request) => {
        const { object, oldObject } = request;
        const [old, id] = [idOf(oldObject), idOf(object)];
        return object && id !== old && isDenied(request, old, id) ? [id || old] : [];
      },
    },
  ],
};

function isDenied(request: AdmissionRequest, old: string, id: string): boolean {
  const project = projectOf(request);
  if (project === '' && id !== '') {
    const own = ownId(request);
    return isMember(request) || id.endsWith(own) || old.endsWith(own);
  }
  const named = project !== '' ? [id, old] : isMember(request) ? [old] : [];
  return named.some((one) => isOther(request, one));
}

function idOf(object: Tree | undefined): string {
  return textAt(object, 'metadata', 'annotations', trackingAnnotation);
}

/** The AppProject of the account, or empty. */
function projectOf({ user: { username } }: AdmissionRequest): string {
  return username.startsWith(memberAccountPrefix) ? (username.split(':')[3] ?? '') : '';
}

/** Returns the same result as `isForeign` in CEL. */
function isOther(request: AdmissionRequest, id: string): boolean {
  const namespace = namespaceIn(request);
  const tenant = projectOf(request) || textAt(namespace, 'metadata', 'labels', tenantLabel);
  const application = id.split(':')[0] ?? '';
  if (application === '') return false;
  return application === applicationOf(namespace) || !(application === tenant || application.startsWith(`${tenant}-`));
}

/** Whether the request comes from a user, or from an account of the namespace. */
function isMember(request: AdmissionRequest): boolean {
  const { username, groups } = request.user;
  const namespace = textAt(namespaceIn(request), 'metadata', 'name');
  return !username.startsWith('system:') || groups.includes(`system:serviceaccounts:${namespace}`);
}

/** The end of the annotation of an object that Argo CD manages. */
function ownId(request: AdmissionRequest): string {
  const { group, object } = request;
  const place = `${textAt(namespaceIn(request), 'metadata', 'name')}/${textAt(object, 'metadata', 'name')}`;
  return `:${group}/${textAt(object, 'kind')}:${place}`;
}
