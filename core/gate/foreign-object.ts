import type { Tree } from '../../data/tree.ts';
import type { Labels } from '../../templates/views.ts';

declare const isChecked: unique symbol;

/** An object from a Template or a chart that passed the gate. Only `archived` changes it afterwards. */
export interface ForeignObject {
  readonly [isChecked]: true;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  /** The other fields of metadata, except those that only the cluster sets. */
  readonly metadata: Tree;
  /** All fields except apiVersion, kind, metadata and status. */
  readonly rest: Tree;
}
