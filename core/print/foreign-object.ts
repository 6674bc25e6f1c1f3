import { apiVersionOf } from '../../kubernetes/api-version.ts';
import type { Labels } from '../../templates/views.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import type { ForeignObject } from '../gate/foreign-object.ts';

/**
 * Prints an object as a single YAML document with sorted keys, with the same printer as all shapes. Only labels and annotations
 * change.
 */
export function printObject(
  { group, version, kind, rest, metadata, namespace, name }: ForeignObject,
  { labels, annotations }: { readonly labels: Labels; readonly annotations: Labels },
): string {
  const inNamespace = namespace === '' ? {} : { namespace };
  return `${printYaml(
    {
      ...rest,
      apiVersion: apiVersionOf({ group, version }),
      kind,
      metadata: { ...metadata, ...inNamespace, name, labels, annotations },
    },
    0,
  ).slice(1)}\n`;
}
