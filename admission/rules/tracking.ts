import { listAt, mappingAt, type Path, type Tree, textAt, textsAt } from '../../data/tree.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { memberAccountPrefix } from '../accounts.ts';
import { celOfNamespace, literal } from '../cel.ts';
import { limited, type Maximum } from '../maximum.ts';
import { celOfMember, isMember } from '../members.ts';
import { tenantLabel } from '../metadata-keys.ts';
import { type AdmissionRequest, namespaceIn } from '../request.ts';
import { listOf, type Rule, writes } from '../rule.ts';
import { applicationIn, applicationOf, trackingAnnotation, trackingIn } from '../tracking.ts';

const before = 'variables.before';
const after = trackingIn('object.?metadata');
const user = 'request.userInfo.username';

/** Whether an annotation names an Application that the tenant cannot create. */
const isForeign = `[one.split(':')[0]].exists(a, a != ''
    && (a == variables.platform || a != variables.tenant && !a.startsWith(variables.tenant + '-')))`;

const celOfVolumes = (pod: string) =>
  `${pod}.?spec.?volumes.orValue([]).map(v, ${trackingIn('v.?ephemeral.?volumeClaimTemplate.?metadata')})`;

/**
 * The annotations of the templates in an object. Only pods and StatefulSets create objects whose names members can choose, so only
 * their templates can take the name of an object in Git.
 */
const celOfTemplates = (object: string) =>
  `variables.kind == 'apps/StatefulSet'
    ? ${object}.spec.?volumeClaimTemplates.orValue([]).map(c, ${trackingIn('c.?metadata')})
      + [${trackingIn(`${object}.spec.template.?metadata`)}] + ${celOfVolumes(`${object}.spec.template`)}
    : variables.kind == '/Pod' ? ${celOfVolumes(object)} : []`;

/** Returns the same result as `celOfTemplates` in CEL. */
function idsInTemplates(object: Tree, { group }: AdmissionRequest): readonly string[] {
  const kind = groupKind(group, textAt(object, 'kind'));
  if (kind === 'Pod') return idsInVolumes(object);
  if (kind !== 'StatefulSet.apps') return [];
  const claims = listAt(object, 'spec', 'volumeClaimTemplates').map(idOf);
  const pod = mappingAt(object, 'spec', 'template');
  return [...claims, idOf(pod), ...idsInVolumes(pod)];
}

function idsInVolumes(pod: Tree): readonly string[] {
  return listAt(pod, 'spec', 'volumes').map((one) => idOf(mappingAt(one, 'ephemeral', 'volumeClaimTemplate')));
}

/** The number of claims and volumes in these templates. */
const count = (object: string) => `variables.kind == 'apps/StatefulSet'
    ? ${object}.spec.?volumeClaimTemplates.orValue([]).size() + ${object}.spec.template.?spec.?volumes.orValue([]).size()
    : variables.kind == '/Pod' ? ${object}.?spec.?volumes.orValue([]).size() : 0`;

const countedLists: Readonly<Record<string, readonly Path[]>> = {
  Pod: [['spec', 'volumes']],
  'StatefulSet.apps': [
    ['spec', 'volumeClaimTemplates'],
    ['spec', 'template', 'spec', 'volumes'],
  ],
};

const maximum: Maximum = {
  what: 'claims and volumes',
  count: 200,
  cel: (object) => listOf('count', object),
  find: (object, { group }) => {
    const lists = countedLists[groupKind(group, textAt(object, 'kind'))] ?? [];
    return lists.reduce((sum, path) => sum + listAt(object, ...path).length, 0);
  },
};

const celOfFinalizers = (object: string) => `${object}.?metadata.?finalizers.orValue([])`;

const maximumOfFinalizers: Maximum = {
  what: 'finalizers',
  count: 100,
  cel: (object) => `(${object} == null ? 0 : ${celOfFinalizers(object)}.size())`,
  find: (object) => listAt(object, 'metadata', 'finalizers').length,
  fields: [['metadata', 'finalizers']],
};

/**
 * An Application syncs nothing while one of its former objects waits for a confirmation, or while another Application seems to
 * own one of its objects. Members who set the annotation could therefore stop the Applications of other tenants. Controllers can
 * copy the annotation to other objects: Argo CD ignores a copy, because it names another object.
 *
 * The account of an AppProject syncs objects of members, which can contain any annotation. It can name only Applications that the
 * project can create, and cannot take an object from another Application. Members cannot remove the annotation of such an object
 * either, because their Application could then take it.
 *
 * An Application also syncs nothing while one of its objects has the same finalizer twice [sources: argocd-53].
 */
export const tracking: Rule = {
  id: 'tracking',
  about: `The annotation \`${trackingAnnotation}\`, by which Argo CD recognizes the objects of an Application. The account of an AppProject can name only Applications of the project, and members can remove only the names of such Applications. Accounts outside the tenant, such as those of operators, can copy it to other objects. Also finalizers that an object has twice, which stop the comparison of Argo CD.`,
  targets: [{ group: '*', resources: ['*/*'], operations: writes }],
  scope: 'tenants',
  exempts: 'appliers',
  variables: {
    before: `oldObject == null ? '' : ${trackingIn('oldObject.?metadata')}`,
    project: `${user}.startsWith(${literal(memberAccountPrefix)}) ? ${user}.split(':')[3] : ''`,
    platform: applicationIn(celOfNamespace),
    tenant: `variables.project != '' ? variables.project : ${celOfNamespace}.metadata.?labels[?${literal(tenantLabel)}].orValue('')`,
    isMember: celOfMember,
    kind: "request.kind.group + '/' + request.kind.kind",
    own: `':' + request.kind.group + '/' + request.kind.kind + ':' + ${celOfNamespace}.metadata.name + '/' + object.metadata.?name.orValue('')`,
  },
  lists: { count },
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
    ...limited(maximum, [
      {
        message: 'an annotation that only Argo CD changes, in a template',
        cel: (object) => `!(variables.isMember || variables.project != '') ? []
  : (${celOfTemplates(object)}).filter(one, ${isForeign})`,
        find: (object, request) =>
          isMember(request) || projectOf(request) !== ''
            ? idsInTemplates(object, request).filter((id) => isOther(request, id))
            : [],
      },
    ]),
    ...limited(maximumOfFinalizers, [
      {
        message: 'finalizers that the object has twice',
        cel: (object) => `${object} == null ? [] : ${celOfFinalizers(object)}
  .filter(f, ${celOfFinalizers(object)}.indexOf(f) != ${celOfFinalizers(object)}.lastIndexOf(f))`,
        find: (object) => {
          const finalizers = textsAt(object, 'metadata', 'finalizers');
          return finalizers.filter((one) => finalizers.indexOf(one) !== finalizers.lastIndexOf(one));
        },
      },
    ]),
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

function idOf(object: unknown): string {
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

/** The end of the annotation of an object that Argo CD manages. */
function ownId(request: AdmissionRequest): string {
  const { group, object } = request;
  const place = `${textAt(namespaceIn(request), 'metadata', 'name')}/${textAt(object, 'metadata', 'name')}`;
  return `:${group}/${textAt(object, 'kind')}:${place}`;
}
