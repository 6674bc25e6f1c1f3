import type { ObjectId } from '../../kubernetes/object-id.ts';
import type { Origin } from '../source/source.ts';
import type { ShapeName } from './shape.ts';

/** A rendered object and its source. */
export interface Manifest {
  readonly id: ObjectId;
  readonly tenant: string;
  /** The resource that it was rendered from. Undefined for objects that are rendered from settings or from all documents. */
  readonly origin: Origin | undefined;
  /** The output file that contains it, relative to the output directory. */
  readonly file: string;
  /** `resource` for a tenant resource itself. Undefined for an object from a Template or a chart. */
  readonly shape: ShapeName | 'resource' | undefined;
  /** The Argo CD sync wave. */
  readonly wave: number;
  /** A single YAML document that ends with a newline and has no separator. */
  readonly text: string;
}
