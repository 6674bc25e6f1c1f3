import { listAt, type Path, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry } from '../ledger/ledger.ts';
import { type OutputResource, setField } from '../ledger/output.ts';
import { specificPath } from '../tenancy/namespace-metadata.ts';
import { namespaceFieldAlternatives } from './alternatives.ts';

const options = ['spec', 'namespaceOptions'];
const common = ['spec', 'namespaces', 'metadata', 'common'];
const nodeSelectorKey = 'scheduler.alpha.kubernetes.io/node-selector';

/** Converts labels and annotations for all namespaces, those for selected namespaces, and the node selector. */
export function importMetadata(
  source: ExportedObject,
  tenant: OutputResource,
  namespaces: readonly ExportedObject[],
  run: ImportRun,
): void {
  const { ledger } = run;
  importCommon(source, [...options, 'additionalMetadata'], tenant, run);
  for (const [index, entry] of listAt(source.body, ...options, 'additionalMetadataList').entries()) {
    const path = [...options, 'additionalMetadataList', index];
    if (valueAt(entry, 'namespaceSelector') === undefined) importCommon(source, path, tenant, run);
    else importSelected({ source, path, namespaces, tenant }, run);
  }
  importNodeSelector(source, tenant, run);
  for (const [field, how] of Object.entries(namespaceFieldAlternatives))
    ledger.record(source, [...options, field], { fidelity: 'lost', how });
}

function importCommon(source: ExportedObject, path: Path, tenant: OutputResource, { ledger }: ImportRun): void {
  for (const field of ['labels', 'annotations']) {
    for (const [key, value] of textEntriesAt(source.body, ...path, field))
      ledger.record(source, [...path, field, key], keptEntry(setField(tenant, [...common, field, key], value)));
  }
}

interface SelectedMetadata {
  readonly source: ExportedObject;
  readonly path: Path;
  readonly namespaces: readonly ExportedObject[];
  readonly tenant: OutputResource;
}

/** Lists the currently selected namespaces, because a Tenant of MTO has no namespace selector. */
function importSelected({ source, path, namespaces, tenant }: SelectedMetadata, { ledger }: ImportRun): void {
  const selector = readSelector(valueAt(source.body, ...path, 'namespaceSelector'));
  const names = namespaces
    .filter(({ body }) => selector && selects(selector, Object.fromEntries(textEntriesAt(body, 'metadata', 'labels'))))
    .map(({ name }) => name);
  const none = 'no namespace of the export is selected; name namespaces in spec.namespaces.metadata.specific';
  if (names.length === 0) {
    ledger.record(source, path, { fidelity: 'lost', how: none });
    return;
  }
  for (const name of names) {
    const entry = specificPath(tenant, name);
    for (const field of entry ? ['labels', 'annotations'] : [])
      for (const [key, value] of textEntriesAt(source.body, ...path, field))
        setField(tenant, [...(entry ?? []), field, key], value);
  }
  ledger.record(source, path, {
    fidelity: 'approximated',
    how: `of the namespaces that it selects today: ${names.join(', ')}`,
  });
}

/** Sets the annotation that the API server reads, like Capsule. */
function importNodeSelector(source: ExportedObject, tenant: OutputResource, { ledger }: ImportRun): void {
  const selector = textEntriesAt(source.body, 'spec', 'nodeSelector');
  if (selector.length === 0) return;
  const value = selector.map(([key, text]) => `${key}=${text}`).join(',');
  const to = setField(tenant, [...common, 'annotations', nodeSelectorKey], value);
  const how = 'as the annotation of namespaces that the PodNodeSelector plugin reads, as Capsule has it';
  for (const [key] of selector) ledger.record(source, ['spec', 'nodeSelector', key], keptEntry(to, how));
}
