import type { Tree } from '../../data/tree.ts';
import { apiVersionOf } from '../../kubernetes/api-version.ts';
import type { Labels } from '../../templates/views.ts';
import { printYaml } from '../../yaml/print-yaml.ts';

/** An object from a Template or a chart. It is printed as is, because there is no shape for it. */
export interface ForeignObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  /** The other fields of metadata. */
  readonly metadata: Tree;
  /** All fields except apiVersion, kind and metadata. */
  readonly rest: Tree;
}

/** Prints the object as a single YAML document with sorted keys, with the printer that all shapes use. */
export function printObject({ group, version, kind, rest, metadata, ...own }: ForeignObject): string {
  const { namespace, name, labels, annotations } = own;
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
