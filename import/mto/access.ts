import { listAt, type Path, textsAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { FieldReference, SourceFact } from '../effect/fact.ts';
import { readSubject } from '../effect/subject.ts';
import { isPrivate, labelsOf } from './metadata.ts';
import type { MtoNamespace, MtoTenant } from './scope.ts';
import type { MtoResource } from './written.ts';

const roles = { owners: ['owner', 'admin'], editors: ['editor', 'edit'], viewers: ['viewer', 'view'] } as const;
type RoleList = keyof typeof roles;

/** The RoleBindings of a Tenant. The IntegrationConfig lists the cluster roles for each role of its members. */
export function accessFacts(tenant: MtoTenant, settings: MtoResource | undefined): readonly SourceFact[] {
  const { resource } = tenant;
  const lists = Object.keys(roles) as readonly RoleList[];
  const added: MtoNamespace = {
    name: tenant.newNamespace,
    sandbox: undefined,
    from: [],
    source: undefined,
    isListed: true,
  };
  return lists.flatMap((list) =>
    (['users', 'groups'] as const).flatMap((field) =>
      textsAt(resource.body, 'spec', 'accessControl', list, field).flatMap((name, index) => {
        const subject = readSubject({ kind: field === 'users' ? 'User' : 'Group', name });
        const from = resource.field(['spec', 'accessControl', list, field, index]);
        return [...tenant.namespaces, added]
          .filter((namespace) => name !== '' && isBound(namespace, tenant, { list, field, name }))
          .flatMap((namespace) =>
            clusterRoles(list, labelsOf(namespace, tenant, settings), settings).map((role) => ({
              aspect: 'access' as const,
              namespace: namespace.name,
              role: { kind: 'ClusterRole', name: role.name },
              subject,
              from: [from, ...role.from, ...sandboxFields(namespace, tenant)],
            })),
          );
      }),
    ),
  );
}

interface MemberEntry {
  readonly list: RoleList;
  readonly field: 'users' | 'groups';
  readonly name: string;
}

/** True if the member has access to the namespace. Only its user has access to a private sandbox. */
function isBound({ sandbox }: MtoNamespace, tenant: MtoTenant, { list, field, name }: MemberEntry): boolean {
  if (!sandbox || !isPrivate(tenant)) return true;
  return field === 'users' && sandbox.user === name && sandbox.role === list;
}

function sandboxFields({ sandbox }: MtoNamespace, { resource }: MtoTenant): readonly FieldReference[] {
  return sandbox ? [resource.field(['spec', 'namespaces', 'sandboxes', 'private'])] : [];
}

interface GivenRole {
  readonly name: string;
  readonly from: readonly FieldReference[];
}

const stated = ['spec', 'accessControl', 'rbac', 'tenantRoles'];

/** The cluster roles of a role. All custom roles with a matching selector apply, and replace the default ones. */
function clusterRoles(
  list: RoleList,
  labels: Readonly<Record<string, string>>,
  settings: MtoResource | undefined,
): readonly GivenRole[] {
  const [role, standard] = roles[list];
  const custom = [...listAt(settings?.body, ...stated, 'custom').keys()].filter((index) => {
    const selector = readSelector(valueAt(settings?.body, ...stated, 'custom', index, 'labelSelector') ?? {});
    return selector !== undefined && selects(selector, labels);
  });
  const given = custom.flatMap((index) => rolesAt(settings, [...stated, 'custom', index, role, 'clusterRoles'], index));
  if (given.length > 0) return given;
  const defaults = rolesAt(settings, [...stated, 'default', role, 'clusterRoles']);
  return defaults.length > 0 ? defaults : [{ name: standard, from: [] }];
}

function rolesAt(settings: MtoResource | undefined, path: Path, index?: number): readonly GivenRole[] {
  if (!settings) return [];
  const selector = index === undefined ? [] : [settings.field([...stated, 'custom', index, 'labelSelector'])];
  return textsAt(settings.body, ...path).map((name, at) => ({
    name,
    from: [settings.field([...path, at]), ...selector],
  }));
}
