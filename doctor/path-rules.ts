import { posix } from 'node:path';
import { textAt } from '../data/tree.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import { parameterOf, type Source } from './configuration.ts';
import { error, type Finding, warning } from './finding.ts';

/**
 * Checks which commits trigger a render and which files Argo CD copies [sources: argocd-7]. Skips paths with wildcards.
 */
export function pathRules(application: Source, source: unknown): readonly Finding[] {
  const annotation = textAt(application.metadata, 'annotations', 'argocd.argoproj.io/manifest-generate-paths');
  const named = annotation.split(';').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  if (named.length === 0 || named.some((one) => /[*?[]/.test(one))) return [];
  const path = `${application.root.replace(/spec$/, 'metadata')}.annotations`;
  const own = textAt(source, 'path') || '.';
  const directory = parameterOf(source, 'directory');
  const places = named.map((one) => placeOf(one, own));
  const unseen = readFrom(own, directory).find(([, place]) => !places.some((one) => holds(one, place)));
  if (unseen) {
    const message = `a commit to ${unseen[0]}, which the render reads, renders nothing anew`;
    return [error(application, { path, message, fix: `add ${unseen[0]} to manifest-generate-paths` })];
  }
  if (directory !== undefined || places.every((place) => holds(placeOf('.', own), place))) return [];
  const message = 'a path above the Application makes Argo CD copy all that lies below it';
  return [warning(application, { path, message, fix: 'keep tenants, Platform and Plans below spec.source.path' })];
}

/** Stands for the directories that an ApplicationSet fills in, however many they are. */
const filledIn = '/{{}}/{{}}/{{}}/';

/** From the root of the repository, where an absolute path begins, and any other at the Application's directory. */
function placeOf(path: string, own: string): string {
  if (path.startsWith('/')) return posix.join(path, '/');
  return posix.join(own.includes('{{') ? filledIn : '/', own, path, '/');
}

/** Without `directory`, the directory tenants; who has none names the Application's own, which holds it too. */
function readFrom(own: string, directory: string | undefined): readonly (readonly [name: string, place: string])[] {
  if (directory === undefined) return [[defaultDirectory, placeOf(defaultDirectory, own)]];
  return [
    [own, placeOf('.', own)],
    [directory, placeOf(directory, own)],
  ];
}

/** Of a path that is filled in, a written one may be the very same. */
function holds(place: string, inner: string): boolean {
  return inner.startsWith(place) || inner.includes('{{') !== place.includes('{{');
}
