import { listAt, type Path, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptAt } from '../ledger/ledger.ts';
import { type OutputResource, setField } from '../ledger/output.ts';
import { specificPath } from '../tenancy/namespace-metadata.ts';
import { namespaceFieldsInstead } from './instead.ts';

const options = ['spec', 'namespaceOptions'];
const common = ['spec', 'namespaces', 'metadata', 'common'];
const nodeSelectorKey = 'scheduler.alpha.kubernetes.io/node-selector';

/** Labels and annotations for all namespaces, for those that a selector finds, and the annotation that places pods. */
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
  for (const [field, how] of Object.entries(namespaceFieldsInstead))
    ledger.judge(source, [...options, field], { fidelity: 'lost', how });
}

function importCommon(source: ExportedObject, path: Path, tenant: OutputResource, { ledger }: ImportRun): void {
  for (const field of ['labels', 'annotations']) {
    for (const [key, value] of textEntriesAt(source.body, ...path, field))
      ledger.judge(source, [...path, field, key], keptAt(setField(tenant, [...common, field, key], value)));
  }
}

interface Selected {
  readonly source: ExportedObject;
  readonly path: Path;
  readonly namespaces: readonly ExportedObject[];
  readonly tenant: OutputResource;
}

/** A Tenant of MTO names namespaces, so those that are selected today are named. */
function importSelected({ source, path, namespaces, tenant }: Selected, { ledger }: ImportRun): void {
  const selector = readSelector(valueAt(source.body, ...path, 'namespaceSelector'));
  const names = namespaces
    .filter(({ body }) => selector && selects(selector, Object.fromEntries(textEntriesAt(body, 'metadata', 'labels'))))
    .map(({ name }) => name);
  const none = 'no namespace of the export is selected; name namespaces in spec.namespaces.metadata.specific';
  if (names.length === 0) {
    ledger.judge(source, path, { fidelity: 'lost', how: none });
    return;
  }
  for (const name of names) {
    const entry = specificPath(tenant, name);
    for (const field of entry ? ['labels', 'annotations'] : [])
      for (const [key, value] of textEntriesAt(source.body, ...path, field))
        setField(tenant, [...(entry ?? []), field, key], value);
  }
  ledger.judge(source, path, {
    fidelity: 'approximated',
    how: `of the namespaces that it selects today: ${names.join(', ')}`,
  });
}

/** Capsule does the same: the API server reads the annotation. */
function importNodeSelector(source: ExportedObject, tenant: OutputResource, { ledger }: ImportRun): void {
  const selector = textEntriesAt(source.body, 'spec', 'nodeSelector');
  if (selector.length === 0) return;
  const value = selector.map(([key, text]) => `${key}=${text}`).join(',');
  const to = setField(tenant, [...common, 'annotations', nodeSelectorKey], value);
  const how = 'as the annotation of namespaces that the PodNodeSelector plugin reads, as Capsule has it';
  for (const [key] of selector) ledger.judge(source, ['spec', 'nodeSelector', key], keptAt(to, how));
}
