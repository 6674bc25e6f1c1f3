import type { Tree } from '../../data/tree.ts';
import { apiVersionOf } from '../../kubernetes/api-version.ts';
import type { Labels } from '../../templates/views.ts';
import { printYaml } from '../../yaml/print-yaml.ts';

/** An object that a Template or a chart wrote: printed as it stands, since no shape knows its kind. */
export interface ForeignObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  /** What else stands below metadata. */
  readonly metadata: Tree;
  /** All but apiVersion, kind and metadata. */
  readonly rest: Tree;
}

/** One YAML document, keys sorted, printed by the printer that every shape prints through. */
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
