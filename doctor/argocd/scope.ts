import { posix } from 'node:path';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { type ApplicationObject, parameterOf, pluginSources, renderedSources, repositoryOf } from './application.ts';

/** The tenants that a source of an Application renders, and their destination. */
export interface Scope {
  readonly application: ApplicationObject;
  readonly path: string;
  /**
   * Sources with the same place read the same repository and revision, and apply to the same cluster. For the plugin,
   * they also have the same path.
   */
  readonly place: string;
  readonly selection: Selection;
}

export type Selection =
  | { readonly of: 'all' }
  | { readonly of: 'tenant'; readonly name: string }
  | { readonly of: 'shard'; readonly index: number; readonly count: number }
  | { readonly of: 'directory'; readonly path: string; readonly recurse: boolean };

/** The scopes of an Application, or of the Applications that an ApplicationSet creates, if they are known from the input. */
export function scopesOf(application: ApplicationObject): readonly Scope[] {
  return elementsOf(application).flatMap((element) => [
    ...pluginSources(application).flatMap(({ path, source }) => scopeOf(application, path, fill(source, element))),
    ...renderedSources(application).flatMap(({ path, source }) =>
      renderedScope(application, path, fill(source, element)),
    ),
  ]);
}

/** The elements of list generators. A single element without values if there are none, as for an Application. */
export function elementsOf({ body, isTemplate }: ApplicationObject): readonly unknown[] {
  if (!isTemplate) return [{}];
  const elements = listAt(body, 'spec', 'generators').flatMap((one) => listAt(one, 'list', 'elements'));
  return elements.length > 0 ? elements : [{}];
}

/** Fills in the values of an element: `{{ .shard }}` or `{{shard}}`. */
export function fill(source: unknown, element: unknown): unknown {
  const text = JSON.stringify(source ?? null);
  const filled = text.replace(/\{\{-?\s*\.?(\w+)\s*-?\}\}/g, (whole, key: string) => {
    const value = valueAt(element, key);
    return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : whole;
  });
  return JSON.parse(filled);
}

function scopeOf(application: ApplicationObject, path: string, source: unknown): readonly Scope[] {
  const selection = selectionOf(source);
  const isOpen = JSON.stringify([source, valueAt(application.spec, 'destination')]).includes('{{');
  if (!selection || isOpen) return [];
  return [{ application, path, place: placeOf(application, source, textAt(source, 'path')), selection }];
}

function renderedScope(application: ApplicationObject, path: string, source: unknown): readonly Scope[] {
  if (JSON.stringify([source, valueAt(application.spec, 'destination')]).includes('{{')) return [];
  const directory = posix.join('/', textAt(source, 'path'), '/');
  const recurse = valueAt(source, 'directory', 'recurse') === true;
  return [
    {
      application,
      path,
      place: placeOf(application, source, ''),
      selection: { of: 'directory', path: directory, recurse },
    },
  ];
}

/**
 * Identifies the repository, revision and cluster of a source, and the path. Exported Applications with a UID are
 * compared only within the same file.
 */
function placeOf({ file, spec, body }: ApplicationObject, source: unknown, path: string): string {
  const repository = repositoryOf(textAt(source, 'repoURL'));
  const revision = (textAt(source, 'targetRevision') || 'HEAD').replace(/^refs\/heads\//, '');
  const destination = valueAt(spec, 'destination');
  const cluster = textAt(destination, 'server') || textAt(destination, 'name');
  const instance = textAt(body, 'metadata', 'uid') === '' ? '' : file;
  return JSON.stringify([instance, repository, revision, posix.join('/', path, '/'), cluster]);
}

/**
 * The selection of a source. Undefined for a selector, which only a render can evaluate, and for a malformed shard,
 * which the plugin rejects.
 */
function selectionOf(source: unknown): Selection | undefined {
  const [tenant, shard] = [parameterOf(source, 'tenant'), parameterOf(source, 'shard')];
  if (parameterOf(source, 'selector') !== undefined) return undefined;
  if (tenant !== undefined) return { of: 'tenant', name: tenant };
  if (shard === undefined) return { of: 'all' };
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(shard) ?? [];
  return index === undefined ? undefined : { of: 'shard', index: Number(index), count: Number(count) };
}
