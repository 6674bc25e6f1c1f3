import { isMapping, textAt, valueAt } from '../data/tree.ts';
import { tenantLabel } from './metadata-keys.ts';
import type { AdmissionRequest } from './request.ts';

const nameLabel = 'kubernetes.io/metadata.name';

/** The labels of which a selector must require one. Only the platform can change them. */
export const ownLabels = `neither the label ${tenantLabel} of the tenant nor the label ${nameLabel} of this namespace`;

/** A CEL expression that is true if the `namespaceSelector` of a mapping could select namespaces of other tenants. */
export function celOfForeignSelector(mapping: string): string {
  const labels = `${mapping}.?namespaceSelector.?matchLabels`;
  return `has(${mapping}.namespaceSelector)
    && !(${labels}[?'${tenantLabel}'].orValue('') == namespaceObject.metadata.labels['${tenantLabel}']
    || ${labels}[?'${nameLabel}'].orValue('') == namespaceObject.metadata.name)`;
}

/** The result of the CEL expression. */
export function hasForeignSelector(mapping: unknown, { namespaceObject }: AdmissionRequest): boolean {
  const selector = valueAt(mapping, 'namespaceSelector');
  if (!isMapping(selector)) return false;
  const requires = (label: string, value: string) => textAt(selector, 'matchLabels', label) === value;
  const tenant = textAt(namespaceObject, 'metadata', 'labels', tenantLabel);
  return !requires(tenantLabel, tenant) && !requires(nameLabel, textAt(namespaceObject, 'metadata', 'name'));
}
