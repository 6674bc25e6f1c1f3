import { type Tree, textAt } from '../data/tree.ts';
import { celOfNamespace, listLiteral } from './cel.ts';
import { type AdmissionRequest, namespaceIn } from './request.ts';

/** Argo CD writes the Application of each object that it applies into this annotation [sources: argocd-32]. */
export const trackingAnnotation = 'argocd.argoproj.io/tracking-id';

/** A CEL expression for the annotation in metadata, or empty. */
export function trackingIn(metadata: string): string {
  return `${metadata}.?annotations[?'${trackingAnnotation}'].orValue('')`;
}

/** A CEL expression for the Application in the annotation of an object, or empty. */
export function applicationIn(object: string): string {
  return `${trackingIn(`${object}.?metadata`)}.split(':')[0]`;
}

const own = applicationIn(celOfNamespace);
const changed = applicationIn('(object == null ? oldObject : object)');

/**
 * A CEL expression that is true if one of the accounts applies an object of the Application that applies the namespace.
 */
export function celOfOwnApplication(appliers: readonly string[]): string {
  return `request.userInfo.username in ${listLiteral(appliers)} && ${own} != '' && ${own} == ${changed}`;
}

/** Returns the same result as `celOfOwnApplication` in CEL. */
export function isOwnApplication(appliers: readonly string[], request: AdmissionRequest): boolean {
  const { object, oldObject, user } = request;
  const application = applicationOf(namespaceIn(request));
  return appliers.includes(user.username) && application !== '' && application === applicationOf(object ?? oldObject);
}

/** Returns the same result as `applicationIn` in CEL. */
export function applicationOf(object: Tree | undefined): string {
  return textAt(object, 'metadata', 'annotations', trackingAnnotation).split(':')[0] ?? '';
}
