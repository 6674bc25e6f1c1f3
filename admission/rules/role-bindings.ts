import { listAt, type Tree, textAt } from '../../data/tree.ts';
import { annotationList, celOfPrefixes, hasAnnotation } from '../cel.ts';
import { addedItems } from '../changed-fields.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { prefixesOf } from '../parts.ts';
import { listIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

const place = (subject: string) => `${subject}.kind == 'ServiceAccount' ? ${subject}.?namespace.orValue('') + '/' : ''`;

const maximum: Maximum = {
  what: 'subjects',
  count: 2000,
  cel: (object) => `${object}.?subjects.orValue([]).size()`,
  find: (object) => listAt(object, 'subjects').length,
  fields: [['subjects']],
};

/**
 * The account that applies rendered manifests is not exempt, because it also applies manifests from tenants'
 * repositories.
 */
export const roleBindings: Rule = {
  id: 'role-bindings',
  about:
    'ClusterRoles that RoleBindings grant, and their subjects. Roles and ServiceAccounts of the namespace are allowed.',
  targets: [{ group: 'rbac.authorization.k8s.io', resources: ['rolebindings'], operations: writes }],
  scope: 'tenants',
  exempts: 'administrators',
  variables: { roles: annotationList(keys.clusterRoles), subjects: annotationList(keys.subjects) },
  clauses: limited(maximum, [
    {
      message: `ClusterRoles that ${keys.clusterRoles} does not list`,
      cel: (object) => `!${hasAnnotation(keys.clusterRoles)} || ${object}.roleRef.kind == 'Role' ? []
  : [${object}.roleRef.name].filter(name, !(name in variables.roles))`,
      find: (object, request) => {
        const roles = listIn(request, keys.clusterRoles);
        const name = textAt(object, 'roleRef', 'name');
        const isRole = textAt(object, 'roleRef', 'kind') === 'Role';
        return !roles || isRole || roles.includes(name) ? [] : [name];
      },
      // The role of a RoleBinding cannot change, but its subjects can.
      changes: {
        cel: 'object.?subjects.orValue([]).exists(s, !(s in oldObject.?subjects.orValue([])))',
        test: (_, request) => addedItems(request, 'subjects').length > 0,
      },
    },
    {
      message: `subjects that ${keys.subjects} does not list`,
      cel: (object) => `!${hasAnnotation(keys.subjects)} ? [] : ${object}.?subjects.orValue([])
  .map(s, s.kind + ' ' + (${place('s')}) + s.name)
  .filter(s, !(s in variables.subjects) && !s.startsWith('ServiceAccount ' + namespaceObject.metadata.name + '/')
    && s != 'Group system:serviceaccounts:' + namespaceObject.metadata.name
    && !${celOfPrefixes('/', 's')}.exists(p, p + '/*' in variables.subjects))`,
      find: (object, request) => {
        const listed = listIn(request, keys.subjects);
        const namespace = textAt(request.namespaceObject, 'metadata', 'name');
        const own = [`ServiceAccount ${namespace}/*`, `Group system:serviceaccounts:${namespace}`];
        return listed ? subjectsOf(object).filter((subject) => !isListed(subject, [...own, ...listed])) : [];
      },
    },
  ]),
};

function subjectsOf(binding: Tree): readonly string[] {
  return listAt(binding, 'subjects').map((subject) => {
    const kind = textAt(subject, 'kind');
    const namespace = kind === 'ServiceAccount' ? `${textAt(subject, 'namespace')}/` : '';
    return `${kind} ${namespace}${textAt(subject, 'name')}`;
  });
}

function isListed(subject: string, listed: readonly string[]): boolean {
  return listed.includes(subject) || prefixesOf('/', subject).some((place) => listed.includes(`${place}/*`));
}
