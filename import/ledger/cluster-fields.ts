import { mappingAt, type Path, textEntriesAt } from '../../data/tree.ts';
import { serverFields } from '../../kubernetes/server-fields.ts';
import type { ExportedObject } from './exported-object.ts';
import type { Ledger } from './ledger.ts';

/** Sorted by name, like the ledger. */
const metadataFields = [...serverFields, 'finalizers', 'generateName'].sort();

/** True for metadata keys that kubectl, the API server, Argo CD and OpenShift maintain. */
function isClusterKey(key: string): boolean {
  return (
    /^(?:kubectl\.kubernetes\.io|argocd\.argoproj\.io|internal\.\S*)\//.test(key) ||
    /^openshift\.io\/(?:sa\.scc\.|requester$|display-name$)/.test(key) ||
    ['kubernetes.io/metadata.name', 'deployment.kubernetes.io/revision'].includes(key)
  );
}

/** Records the fields that the cluster or the old system's operator sets, and that no file should have. */
export function recordClusterFields(
  source: ExportedObject,
  ledger: Ledger,
  isOperators: (key: string) => boolean,
): void {
  const set = (path: Path) => ledger.record(source, path, { fidelity: 'cluster' });
  if (Object.hasOwn(source.body, 'status')) set(['status']);
  const metadata = mappingAt(source.body, 'metadata');
  for (const field of metadataFields) if (Object.hasOwn(metadata, field)) set(['metadata', field]);
  for (const field of ['labels', 'annotations']) {
    for (const [key] of textEntriesAt(metadata, field))
      if (isClusterKey(key) || isOperators(key)) set(['metadata', field, key]);
  }
}
