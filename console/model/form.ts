import { formOf } from '../../analysis/fields/form.ts';
import type { FormDocument } from '../../analysis/fields/form-field.ts';
import { contracts, type KindId } from '../../build/contracts.ts';
import { documents } from '../../build/documents.ts';
import type { Path } from '../../data/tree.ts';
import { currentKind, traitsOf } from '../../leasehold.ts';
import { withAllowedFields, withName, withPlaceholders } from '../../shell/new-fields.ts';
import { editYaml } from '../../yaml/edit-yaml.ts';
import type { World } from './world.ts';

/**
 * The documents of a file as forms; undefined if it is not valid YAML. Fields that refer to resources suggest their
 * names.
 */
export function formsIn(text: string, world: World): readonly FormDocument[] | undefined {
  return formOf(text, (id, path) => {
    const targets = traitsOf(id).references.filter((one) => one.path.join('.') === path.join('.'));
    return [...new Set(targets.flatMap(({ to }) => namesOf(to, world)))].sort();
  });
}

function namesOf(kind: KindId, world: World): readonly string[] {
  return world.resources().flatMap((one) => (one.kind === kind ? [one.name] : []));
}

/** One change in a form. */
export interface FieldEdit {
  readonly document: number;
  readonly path: Path;
  /** Undefined deletes the field. */
  readonly value: unknown;
}

/** The text with the edits applied; undefined if an edit cannot be applied to this text. */
export function editFields(text: string, edits: readonly FieldEdit[]): string | undefined {
  return edits.reduce<string | undefined>((now, edit) => (now === undefined ? now : editYaml(now, edit)), text);
}

/** A kind whose resources define tenants. */
export interface TenantKind {
  readonly id: KindId;
  /** `Tenant` */
  readonly kind: string;
  readonly apiVersion: string;
  /** `mto` */
  readonly system: string;
}

/** The current versions of the kinds that define tenants. */
export function tenantKinds(): readonly TenantKind[] {
  const ids = (Object.keys(contracts) as KindId[]).filter((id) => currentKind(id) === id && traitsOf(id).isTenant);
  return ids.map((id) => {
    const { kind, apiVersion, folder } = contracts[id];
    return { id, kind, apiVersion, system: folder.split('/')[1] ?? '' };
  });
}

/**
 * The text of a new tenant: the example of its kind with the given name. Values that only the user knows are placeholders.
 */
export function newTenant(id: KindId, name: string, { files }: World): string {
  const path = 'new-tenant.yaml';
  const start = withAllowedFields({ path, text: withName(documents[id].start, name) }, { tenant: name, others: files });
  return withPlaceholders(start);
}
