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
  exportCurrentVersion: adviceFor('export it as tenants.v1beta2.capsule.clastix.io'),
  importTogether: adviceFor('import both in one export'),
  addRoster: adviceFor('add a Group of leasehold.dev/v1alpha1 that lists the users of the group'),
  renderPlainNamespaces: adviceFor(
    'set kleff.namespace: plain in the Platform to render only the Namespace, as the operator does',
  ),
  orphanImmutable: adviceFor('delete it with --cascade=orphan first: its selector is immutable'),
  mapSecret: adviceFor('map it from the namespace that contains it'),
  moveStrategy: adviceFor('remove spec.strategy.rollingUpdate first, or a server-side apply fails'),
  purgeNamespaces: adviceFor(
    'To delete them after a confirmation in Argo CD, set spec.namespaces.onDeletePurgeNamespaces: true in the Tenant.',
  ),
} as const;
