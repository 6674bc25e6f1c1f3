import { useSignal } from '@preact/signals';
import type { FormField } from '../../analysis/fields/form-field.ts';
import { texts } from '../app/texts.ts';
import { Icon } from '../parts/icon.tsx';
import { FieldSet, Problems } from './field-parts.tsx';
import { useForm } from './form-context.ts';
import { focusOnArrival, type Scalar, ScalarInput } from './scalar-input.tsx';

type List = FormField & { readonly input: 'list' };

/** A list, with a button that adds an item. */
export function ListField({ field }: { readonly field: List }) {
  const { id, change, problemsOf, isReadOnly } = useForm();
  const own = `${id}-${field.key}`;
  const add = () => {
    focusOnArrival(`${own}[${field.items.length}]`);
    change([{ path: [...field.path, field.items.length], value: field.blank }]);
  };
  return (
    <FieldSet field={field}>
      {field.items.map((item, index) => (
        <Item key={item.key} list={field} item={item} index={index} />
      ))}
      <Problems problems={problemsOf(field.key)} id="" />
      {!isReadOnly && (
        <button type="button" class="button small" onClick={add}>
          {texts.form.addItem}
          <span class="hidden"> {field.name}</span>
        </button>
      )}
    </FieldSet>
  );
}

interface ItemProps {
  readonly list: List;
  readonly item: FormField;
  readonly index: number;
}

function Item({ list, item, index }: ItemProps) {
  const { id, problemsOf, show, showAll } = useForm();
  const name = texts.form.item(list.name, index + 1);
  const own = `${id}-${item.key}`;
  const problems = problemsOf(item.key);
  if (item.input === 'group')
    return (
      <fieldset class="item-group">
        <legend class="item-head">
          <span>{name}</span>
          <Remove field={item} name={name} />
        </legend>
        <Problems problems={problems} id="" />
        {showAll(item.fields)}
      </fieldset>
    );
  if (!isScalar(item)) return <>{show(item)}</>;
  return (
    <div class="item">
      <div class="item-row">
        <ScalarInput field={item} id={own} label={name} isInvalid={problems.length > 0} />
        <Remove field={item} name={name} />
      </div>
      <Problems problems={problems} id={own} />
    </div>
  );
}

function isScalar(field: FormField): field is Scalar {
  return ['text', 'number', 'boolean', 'choice'].includes(field.input);
}

function Remove({ field, name }: { readonly field: FormField; readonly name: string }) {
  const { change, isReadOnly } = useForm();
  if (isReadOnly) return null;
  return (
    <button
      type="button"
      class="round small"
      title={texts.form.remove(name)}
      onClick={({ currentTarget }) => {
        currentTarget.closest('fieldset')?.querySelector<HTMLElement>(':scope > .button')?.focus();
        change([{ path: field.path, value: undefined }]);
      }}
    >
      <Icon name="remove" />
      <span class="hidden">{texts.form.remove(name)}</span>
    </button>
  );
}

/** A mapping with arbitrary keys, such as labels. */
export function MapField({ field }: { readonly field: FormField & { readonly input: 'map' } }) {
  const { problemsOf, isReadOnly } = useForm();
  return (
    <FieldSet field={field}>
      {field.entries.map((entry) => (
        <Entry key={entry.key} entry={entry} />
      ))}
      <Problems problems={problemsOf(field.key)} id="" />
      {!isReadOnly && <NewEntry field={field} />}
    </FieldSet>
  );
}

function Entry({ entry }: { readonly entry: FormField }) {
  const { id, problemsOf, show } = useForm();
  const own = `${id}-${entry.key}`;
  const problems = problemsOf(entry.key);
  if (!isScalar(entry)) return <>{show(entry)}</>;
  return (
    <div class="item">
      <div class="item-row entry">
        <label class="entry-key" for={own}>
          {entry.name}
        </label>
        <ScalarInput field={entry} id={own} label={entry.name} isInvalid={problems.length > 0} />
        <Remove field={entry} name={entry.name} />
      </div>
      <Problems problems={problems} id={own} />
    </div>
  );
}

/** The name of a new entry. Its value is entered afterwards. */
function NewEntry({ field }: { readonly field: FormField & { readonly input: 'map' } }) {
  const { id, change } = useForm();
  const name = useSignal('');
  const add = () => {
    const key = name.value.trim();
    if (key === '') return;
    const isTaken = field.entries.some((entry) => entry.name === key);
    if (!isTaken) change([{ path: [...field.path, key], value: '' }]);
    name.value = '';
  };
  const label = texts.form.add(field.name);
  return (
    <div class="item-row entry new">
      <input
        type="text"
        id={`${id}-${field.key}-new`}
        aria-label={label}
        placeholder={texts.form.key}
        value={name.value}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          name.value = currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <button type="button" class="button small" onClick={add}>
        {texts.form.addItem}
        <span class="hidden"> {field.name}</span>
      </button>
    </div>
  );
}
