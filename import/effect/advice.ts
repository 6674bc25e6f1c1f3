/**
 * What users can do about a difference. A test follows each piece of advice, and expects that the advice disappears or has the
 * promised effect.
 */
export type Advice = string & { readonly isTested: true };

const adviceFor = (text: string) => text as Advice;

export const advice = {
  exportClasses: (kind: string) =>
    adviceFor(
      `the export contains no ${kind}, so the matching names are unknown: also export the objects of kind ${kind}`,
    ),
  exportCopies: adviceFor('also export these objects'),
  exportCurrentVersion: adviceFor('export the Tenant as tenants.v1beta2.capsule.clastix.io'),
  importTogether: adviceFor('export the namespace and the Tenant together'),
  addRoster: adviceFor(
    'if a group of the Tenant contains the user, add a Group of leasehold.dev/v1alpha1 that lists the users of that group',
  ),
  renderPlainNamespaces: adviceFor(
    'set kleff.namespace: plain in the Platform to render only the Namespace, as the operator does',
  ),
  orphanImmutable: adviceFor('delete the object with --cascade=orphan first: its selector is immutable'),
  mapSecret: adviceFor('to copy the Secret, add it to resources.resourceMappings of the Template'),
  moveStrategy: adviceFor('remove spec.strategy.rollingUpdate first, or a server-side apply fails'),
  purgeNamespaces: adviceFor(
    'To delete them after a confirmation in Argo CD, set spec.namespaces.onDeletePurgeNamespaces: true in the Tenant.',
  ),
} as const;
