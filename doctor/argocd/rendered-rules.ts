import { textAt, valueAt } from '../../data/tree.ts';
import { trimEnd } from '../../data/trim-end.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type ApplicationObject, type ApplicationSource, renderedSources } from './application.ts';
import { placeRules } from './source-rules.ts';

/** Rules for Applications that apply a directory rendered by leasehold. */
export function renderedRules(application: ApplicationObject): readonly Finding[] {
  return renderedSources(application).flatMap((source) => [
    ...placeRules(application, source),
    ...recurseRules(application, source),
    ...filterRules(application, source),
  ]);
}

/** A render contains a directory for each tenant, so Argo CD must read directories recursively. */
function recurseRules(application: ApplicationObject, { path, source }: ApplicationSource): readonly Finding[] {
  if (!isWholeRender(textAt(source, 'path')) || valueAt(source, 'directory', 'recurse') === true) return [];
  const message = 'Argo CD applies only files directly in the directory, but the tenants are in subdirectories';
  return [error(application, { path: `${path}.directory`, message, fix: 'set directory.recurse: true' })];
}

/** True for the path of a render with a directory for each tenant, if the name of the path shows it. */
export function isWholeRender(path: string): boolean {
  const place = trimEnd(path, /\//);
  return place === '' || place === '.' || /(?:^|\/)rendered$/.test(place);
}

/** Matches patterns that leave out no manifest: every file, or every YAML file. */
const includesAll = /^(?:\*{1,2}|\*{1,2}\.yaml)$/;
/** Matches patterns for files that are not manifests, such as `inventory.json`. */
const excludesOthers = /\.(?!ya?ml$)\w+$/;

/** Reports files of a render that Argo CD does not read. */
function filterRules(application: ApplicationObject, { path, source }: ApplicationSource): readonly Finding[] {
  const filters = [
    ['include', (patterns: readonly string[]) => patterns.some((one) => includesAll.test(one))],
    ['exclude', (patterns: readonly string[]) => patterns.every((one) => excludesOthers.test(one))],
  ] as const;
  return filters.flatMap(([field, isHarmless]) => {
    const filter = textAt(source, 'directory', field);
    if (filter === '' || isHarmless(filter.replace(/^\{|\}$/g, '').split(','))) return [];
    const message = `with ${field}: ${filter}, Argo CD can leave out objects that isolate tenants, and deletes objects that it applied before`;
    return [warning(application, { path: `${path}.directory.${field}`, message, fix: `remove directory.${field}` })];
  });
}

/**
 * Reports an Application with several sources: objects of another source replace objects of a tenant without an error.
 */
export function severalSources(application: ApplicationObject): readonly Finding[] {
  const { sources, root } = application;
  if (sources.length < 2) return [];
  const message = 'an object in one source replaces the same object in another, and Argo CD only warns about it';
  const fix = 'use a separate Application for the tenants';
  return [warning(application, { path: `${root}.sources`, message, fix })];
}
