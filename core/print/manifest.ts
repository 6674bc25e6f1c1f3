import type { ObjectId } from '../../kubernetes/object-id.ts';
import type { Origin } from '../source/source.ts';
import type { ShapeName } from './shape.ts';

/** One rendered object, with where it came from. */
export interface Manifest {
  readonly id: ObjectId;
  readonly tenant: string;
  /** The resource it was made for; undefined for what the platform's tenants share. */
  readonly origin: Origin | undefined;
  /** File of the output that holds it, relative to the output's root. */
  readonly file: string;
  /** Undefined for an object that a Template or a chart wrote. */
  readonly shape: ShapeName | undefined;
  readonly wave: number;
  /** One YAML document, ending in a newline, without a separator. */
  readonly text: string;
}
