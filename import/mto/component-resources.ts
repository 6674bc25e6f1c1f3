import { textAt } from '../../data/tree.ts';
import { isOwnedBy } from '../effect/inert.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

const dependencies = 'dependencies.tenantoperator.stakater.com';
const namespaceOf = ({ body }: ExportedObject) => textAt(body, 'metadata', 'namespace');

/**
 * The resources of MTO's dependencies operator that MTO creates for the components of an IntegrationConfig. leasehold renders
 * the components from the IntegrationConfig, so these resources would render them again.
 */
export function componentResources(objects: readonly ExportedObject[]): ReadonlySet<ExportedObject> {
  const configured = new Set(objects.filter(({ kind }) => kind === 'IntegrationConfig').map(namespaceOf));
  const found = objects.filter(
    (source) => source.group === dependencies && isCreated(source) && configured.has(namespaceOf(source)),
  );
  return new Set(found);
}

function isCreated(source: ExportedObject): boolean {
  const name = textAt(source.body, 'metadata', 'name');
  return name.startsWith('tenant-operator-') || isOwnedBy(source, ['tenantoperator.stakater.com']);
}
