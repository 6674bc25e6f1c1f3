import { formOf } from '../../analysis/fields/form.ts';
import type { FormField } from '../../analysis/fields/form-field.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { Path } from '../../data/tree.ts';
import type { World } from './world.ts';

/** A document that several tenants can share, with its amounts: a quota, a plan, a price book or the Platform. */
export interface AmountDocument {
  readonly file: string;
  readonly document: number;
  readonly title: string;
  readonly fields: readonly AmountField[];
}

export interface AmountField {
  readonly path: Path;
  readonly key: string;
  readonly value: string;
  readonly description: string;
}

const quantity = /^\d+(?:\.\d+)?(?:m|k|Ki|[MGTPE]i?)?$/;

/** The shared documents with amounts. */
export function sharedAmounts(world: World): readonly AmountDocument[] {
  return world.files.flatMap((file) => {
    const owners = [...(world.owners().get(file.path) ?? [])];
    if (!('text' in file) || owners.some(isTenant)) return [];
    const documents = formOf(file.text, () => []) ?? [];
    return documents.flatMap(({ index, title, fields }) => {
      const amounts = fields.filter(({ name }) => name !== 'metadata').flatMap(amountsIn);
      return amounts.length === 0 ? [] : [{ file: file.path, document: index, title, fields: amounts }];
    });
  });
}

function amountsIn(field: FormField): readonly AmountField[] {
  if (field.input === 'group') return field.fields.flatMap(amountsIn);
  if (field.input === 'list') return field.items.flatMap(amountsIn);
  if (field.input === 'map') return field.entries.flatMap(amountsIn);
  if ((field.input !== 'text' && field.input !== 'number') || !quantity.test(field.value)) return [];
  const { path, key, value, description } = field;
  return [{ path, key, value, description }];
}
