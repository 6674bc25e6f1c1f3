import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { ownClientIds } from '../components/dex.ts';
import { checkSecret, managedDex } from '../dex-server/references.ts';

export function resolve({ body, namespace }: Resource<'mto-client'>, world: World, report: Report): object {
  const { id, secretRef } = body.spec;
  const isPublic = body.spec.public === true;
  const path = ['spec', 'secretRef'];
  checkSecret(isPublic ? undefined : secretRef, { own: namespace, path, world }, report);
  if (isPublic && secretRef)
    report('ignored-field', path, 'secretRef has no effect: a public client has no secret', {
      fix: 'remove the field',
    });
  if (!isPublic && !secretRef)
    report('missing-field', path, 'a client that is not public requires secretRef', {
      fix: 'add the name of a Secret, or set public: true',
    });
  const components = managedDex(world)?.body.spec?.components;
  if (components && body.spec.enabled !== false && ownClientIds(components).includes(id)) {
    const message = `leasehold renders its own client with the id ${id} for the platform`;
    report('conflicting-fields', ['spec', 'id'], message, { fix: 'remove the Client, or use another id' });
  }
  return {};
}
