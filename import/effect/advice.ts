/** What users can do about a difference. A test follows each advice and expects that the difference is gone. */
export type Advice = string & { readonly isTested: true };

const adviceFor = (text: string) => text as Advice;

export const advice = {
  exportClasses: (kind: string) =>
    adviceFor(
      `no ${kind} is in the export, so the names that match are unknown: export the objects of kind ${kind}, too`,
    ),
  exportCopies: adviceFor('export these objects, too'),
  exportCurrentVersion: adviceFor('export it as tenants.v1beta2.capsule.clastix.io'),
  importTogether: adviceFor('import both together'),
  addRoster: adviceFor('add a Group of leasehold.dev/v1alpha1 with the users of the group that they are in'),
  renderPlainNamespaces: adviceFor(
    'set kleff.namespace: plain in the Platform to render only the Namespace, as the operator does',
  ),
  orphanImmutable: adviceFor('delete it with --cascade=orphan first: its selector is immutable'),
  mapSecret: adviceFor('map it from where it is kept'),
  moveStrategy: adviceFor('remove spec.strategy.rollingUpdate first, or a server-side apply fails'),
  purgeNamespaces: adviceFor(
    'Set spec.namespaces.onDeletePurgeNamespaces: true in a Tenant to have them deleted after a confirmation in Argo CD.',
  ),
} as const;
