import { shapes } from '../../build/shapes.js';
import { flat } from '../../data/flat.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import type { ObjectMetadata } from '../../templates/shape-function.ts';
import type { Views } from '../../templates/views.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import type { ForeignObject } from '../gate/foreign-object.ts';

export type ShapeName = keyof Views;

/** An object to render: a shape with its view, or an object without a shape that passed the gate. */
export type Emit = ShapeEmit | { readonly object: ForeignObject };

export type ShapeEmit = {
  readonly [Name in ShapeName]: {
    readonly shape: Name;
    readonly view: Views[Name];
    /** The sync wave. Defaults to that of the object's kind. */
    readonly wave?: number;
  };
}[ShapeName];

export function emit<Name extends ShapeName>(shape: Name, view: Views[Name]): ShapeEmit {
  return { shape, view } as ShapeEmit;
}

/** An object with a sync wave other than that of its kind. */
export function emitInWave<Name extends ShapeName>(wave: number, shape: Name, view: Views[Name]): ShapeEmit {
  return { shape, view, wave } as ShapeEmit;
}

export interface Shape {
  readonly apiVersion: string;
  readonly kind: string;
  readonly group: string;
  /** Prints a view, with the final labels and annotations of the object. */
  print(view: object, metadata: ObjectMetadata): string;
}

const cache = new Map<string, Shape>();

export function shapeOf(name: ShapeName): Shape {
  const cached = cache.get(name);
  if (cached) return cached;
  const { apiVersion, kind, main } = shapes[name] as (typeof shapes)[string];
  const print = (view: object, metadata: ObjectMetadata) => flat(main(view, metadata, printYaml, isSet));
  const shape = { apiVersion, kind, group: groupOf(apiVersion), print };
  cache.set(name, shape);
  return shape;
}

/** Whether `if` is true for a value: every truthy value except an empty list. */
function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
