import { posix } from 'node:path';
import { listed } from '../../data/listed.ts';
import { textAt } from '../../data/tree.ts';
import { defaultDirectory } from '../../shell/default-directory.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type ApplicationObject, metadataPath, parameterOf } from './application.ts';
import type { Configuration } from './configuration.ts';

/**
 * Checks the paths that trigger a render and that Argo CD copies for it [sources: argocd-7]. Checks nothing without the
 * annotation, or if a path has a wildcard.
 */
export function pathRules(
  application: ApplicationObject,
  source: unknown,
  configuration: Configuration,
): readonly Finding[] {
  const annotation = textAt(application.metadata, 'annotations', 'argocd.argoproj.io/manifest-generate-paths');
  const named = annotation.split(';').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  if (named.length === 0 || named.some((one) => /[*?[]/.test(one))) return [];
  const path = metadataPath(application, 'annotations');
  const own = textAt(source, 'path') || '.';
  const directory = parameterOf(source, 'directory');
  const covered = named.map((one) => directoryPath(one, own));
  const required = [...requiredPaths(own, directory), ...platformPaths(own, directory, configuration)];
  const uncovered = required.find(([, place]) => !covered.some((one) => contains(one, place)));
  if (uncovered) {
    const message = `changes to ${uncovered[0]}, which the render reads, do not trigger a new render`;
    return [
      error(application, { path, message, fix: `add ${uncovered[2]} to argocd.argoproj.io/manifest-generate-paths` }),
    ];
  }
  const outside = named.filter((_, index) => !contains(directoryPath('.', own), covered[index] ?? ''));
  if (directory !== undefined || outside.length === 0) return [];
  const message = `manifest-generate-paths contains ${listed(outside)} outside the directory of the Application, so Argo CD copies everything below the common parent directory`;
  return [
    warning(application, {
      path,
      message,
      fix: `keep tenants, Platform and Plans below spec.source.path, and remove ${listed(outside)}`,
    }),
  ];
}

/** Three placeholder directories above a path that an ApplicationSet fills in, so that `../` in a path stays below them. */
const templatedPath = '/{{}}/{{}}/{{}}/';

/** The path from the root of the repository. A relative path starts at the directory of the Application. */
function directoryPath(path: string, own: string): string {
  if (path.startsWith('/')) return posix.join(path, '/');
  return posix.join(own.includes('{{') ? templatedPath : '/', own, path, '/');
}

/** A directory that the render reads, and its value in the annotation. */
type RequiredPath = readonly [name: string, place: string, value: string];

/** The directories that the render reads. Without a parameter `directory`, these are only `tenants`. */
function requiredPaths(own: string, directory: string | undefined): readonly RequiredPath[] {
  if (directory === undefined) return [[defaultDirectory, directoryPath(defaultDirectory, own), defaultDirectory]];
  return [
    [own === '.' ? 'the root of the repository' : own, directoryPath('.', own), '.'],
    [directory, directoryPath(directory, own), directory],
  ];
}

/**
 * The directories of Platforms above or next to the tenants. A render reads them to find the tenant that owns a
 * directory. They are known only if the input contains the files of the repository.
 */
function platformPaths(
  own: string,
  directory: string | undefined,
  { platforms, files }: Configuration,
): readonly RequiredPath[] {
  const tenants = directoryPath(directory ?? defaultDirectory, own);
  const root = files.map((file) => `/${file}`).find((file) => file.includes(tenants));
  if (root === undefined) return [];
  const top = root.slice(0, root.indexOf(tenants));
  return platforms.flatMap((platform) => {
    const inside = posix.join('/', platform, '/');
    const place = inside.startsWith(`${top}/`) ? inside.slice(top.length) : undefined;
    const isRead = place !== undefined && !place.startsWith(tenants) && tenants.startsWith(posix.dirname(place));
    return isRead ? [[place.slice(1), place, place] as const] : [];
  });
}

/** A templated path and a literal path count as containing each other, because the values are unknown. */
function contains(place: string, inner: string): boolean {
  return inner.startsWith(place) || inner.includes('{{') !== place.includes('{{');
}
