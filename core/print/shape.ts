import { shapes } from '../../build/shapes.js';
import { flat } from '../../data/flat.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import type { Labels, Views } from '../../templates/views.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import type { ForeignObject } from './foreign-object.ts';

/** A shape as the build compiles it: a view and the object's own labels and annotations in, YAML out. */
export type ShapeFunction = (
  view: object,
  head: Head,
  y: (value: unknown, indent?: number) => string,
  isSet: (value: unknown) => boolean,
) => string;

export interface Head {
  readonly labels: Labels;
  /** Undefined when there is none, for an empty mapping would be printed. */
  readonly annotations: Labels | undefined;
}

export type ShapeName = keyof Views;

/** An object to be rendered: the shape that prints it and all it prints, or an object that somebody else wrote. */
export type Emit = ShapeEmit | { readonly object: ForeignObject };

export type ShapeEmit = {
  readonly [Name in ShapeName]: { readonly shape: Name; readonly view: Views[Name] };
}[ShapeName];

export function emit<Name extends ShapeName>(shape: Name, view: Views[Name]): ShapeEmit {
  return { shape, view } as ShapeEmit;
}

export interface Shape {
  readonly apiVersion: string;
  readonly kind: string;
  readonly group: string;
  /** Prints a view with the labels and annotations that its object has in the end. */
  print(view: object, head: Head): string;
}

/** All shapes by name. A shape is readied when it is first used: a cold start needs few of them. */
const ready = new Map<string, Shape>();

export function shapeOf(name: ShapeName): Shape {
  const known = ready.get(name);
  if (known) return known;
  const { apiVersion, kind, main } = shapes[name] as (typeof shapes)[string];
  const print = (view: object, head: Head) => flat(main(view, head, printYaml, isSet));
  const shape = { apiVersion, kind, group: groupOf(apiVersion), print };
  ready.set(name, shape);
  return shape;
}

/** What `if` takes for true: all but empty lists and what JavaScript takes for false. */
function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
