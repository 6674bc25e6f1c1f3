import type { Labels } from './views.ts';

/** A shape that the build compiled: prints a view, with the final labels and annotations of the object, as YAML. */
export type ShapeFunction = (
  view: object,
  metadata: ObjectMetadata,
  y: (value: unknown, indent?: number) => string,
  isSet: (value: unknown) => boolean,
) => string;

export interface ObjectMetadata {
  readonly labels: Labels;
  /** Undefined if there are none, because an empty mapping would be printed as `{}`. */
  readonly annotations: Labels | undefined;
}
