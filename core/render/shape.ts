import type Full from 'handlebars';
import runtime from 'handlebars/runtime.js';
import { shapes } from '../../build/shapes.js';
import type { Views } from '../../templates/views.ts';
import type { ForeignObject } from './foreign-object.ts';
import { printYaml } from './print-yaml.ts';

/** What Handlebars.precompile makes of a shape. */
export type TemplateSpecification = object;

export type ShapeName = keyof Views;

/** An object to be rendered: the shape that prints it and all it prints, or an object that somebody else wrote. */
export type Emit = ShapeEmit | { readonly object: ForeignObject };

export type ShapeEmit = {
  readonly [Name in ShapeName]: { readonly shape: Name; readonly view: Views[Name] };
}[ShapeName];

export function emit<Name extends ShapeName>(shape: Name, view: Views[Name]): ShapeEmit {
  return { shape, view } as ShapeEmit;
}

type Print = (view: object, options: object) => string;

export interface Shape {
  readonly apiVersion: string;
  readonly kind: string;
  readonly group: string;
  print(view: object): string;
}

/** Our own Handlebars, so that nobody else's helpers or partials can reach a shape. */
const handlebars = (runtime as unknown as typeof Full).create();
handlebars.registerHelper('y', (value: unknown, indent: unknown) =>
  printYaml(value, typeof indent === 'number' ? indent : undefined),
);

/**
 * What a shape gets from the one that calls it as a partial. Passed to every shape, it spares Handlebars its own
 * preparation, which wraps and merges all helpers anew at each call and takes longer than the printing itself.
 */
const prepared = {
  partial: true,
  helpers: handlebars.helpers,
  hooks: {},
  protoAccessControl: { properties: nothingInherited(), methods: nothingInherited() },
};

function nothingInherited(): object {
  return { whitelist: Object.create(null) as object, defaultValue: false };
}

/** All shapes by name. A shape is readied when it is first used: a cold start needs few of them. */
const ready = new Map<string, Shape>();

export function shapeOf(name: ShapeName): Shape {
  const known = ready.get(name);
  if (known) return known;
  const { apiVersion, kind, main } = shapes[name] as (typeof shapes)[string];
  const template = handlebars.template(main) as Print;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const shape = { apiVersion, kind, group, print: (view: object) => flat(template(view, prepared)) };
  ready.set(name, shape);
  return shape;
}

/** Concatenation leaves a tree of string parts behind; reading a character makes V8 put it into one piece. */
function flat(text: string): string {
  return text.charCodeAt(0) > 0 ? text : '';
}
