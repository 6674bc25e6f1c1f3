import { type Tree, textAt } from '../../data/tree.ts';
import { memberAccountPrefix } from '../accounts.ts';
import { celOfNamespace, literal } from '../cel.ts';
import { type AdmissionRequest, namespaceIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';
import { applicationIn, applicationOf, trackingAnnotation, trackingIn } from '../tracking.ts';

const before = `(oldObject == null ? '' : ${trackingIn('oldObject.?metadata')})`;
const after = trackingIn('object.?metadata');
const user = 'request.userInfo.username';
const isForeign = `!(a == variables.project || a.startsWith(variables.project + '-'))
    || a == variables.platform || variables.platform != '' && ${before}.split(':')[0] == variables.platform`;

/**
 * An Application syncs nothing while one of its former objects waits for a confirmation, or while another Application seems to
 * own one of its objects. Members who set the annotation could therefore stop the Applications of other tenants. Controllers can
 * copy the annotation to other objects: Argo CD ignores a copy, because it names another object.
 *
 * The account of an AppProject syncs objects of members, which can contain any annotation. It can name only Applications that the
 * project can create, and cannot take an object from the Application of the platform.
 */
export const tracking: Rule = {
  id: 'tracking',
  about: `The annotation \`${trackingAnnotation}\`, by which Argo CD recognizes the objects of an Application. The account of an AppProject can name only Applications of the project. Accounts of other namespaces, such as those of operators, can copy it to other objects.`,
  targets: [{ group: '*', resources: ['*/*'], operations: writes }],
  scope: 'tenants',
  exempts: 'appliers',
  variables: {
    project: `${user}.startsWith(${literal(memberAccountPrefix)}) ? ${user}.split(':')[3] : ''`,
    platform: applicationIn(celOfNamespace),
    isMember: `!request.userInfo.username.startsWith('system:')
  || ('system:serviceaccounts:' + ${celOfNamespace}.metadata.name) in request.userInfo.groups`,
    own: `':' + request.kind.group + '/' + request.kind.kind + ':' + ${celOfNamespace}.metadata.name + '/' + object.metadata.?name.orValue('')`,
  },
  clauses: [
    {
      message: 'an annotation that only Argo CD sets',
      change: `(object == null ? [] : [${after}]).filter(id, id != '' && id != ${before}
  && (variables.project != '' ? [id.split(':')[0]].exists(a, ${isForeign})
    : variables.isMember || id.endsWith(variables.own) || ${before}.endsWith(variables.own)))`,
      findChanges: (request) => {
        const { object, oldObject } = request;
        const [old, id] = [idOf(oldObject), idOf(object)];
        if (id === '' || id === old) return [];
        if (request.user.username.startsWith(memberAccountPrefix)) return isOfProject(request) ? [] : [id];
        const own = ownId(request);
        return isMember(request) || id.endsWith(own) || old.endsWith(own) ? [id] : [];
      },
    },
  ],
};

function idOf(object: Tree | undefined): string {
  return textAt(object, 'metadata', 'annotations', trackingAnnotation);
}

/** Whether the Application of the object is one that the project of the account can create. */
function isOfProject(request: AdmissionRequest): boolean {
  const { object, oldObject, user } = request;
  const project = user.username.split(':')[3] ?? '';
  const [own, former, platform] = [object, oldObject, namespaceIn(request)].map(applicationOf) as [
    string,
    string,
    string,
  ];
  const isPlatforms = platform !== '' && [own, former].includes(platform);
  return (own === project || own.startsWith(`${project}-`)) && !isPlatforms;
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
