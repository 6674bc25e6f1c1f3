import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { FormField } from '../../analysis/fields/form-field.ts';
import { texts } from '../app/texts.ts';
import { useForm } from './form-context.ts';

export type Scalar = Extract<FormField, { readonly input: 'text' | 'number' | 'boolean' | 'choice' }>;

interface ScalarProps {
  readonly field: Scalar;
  readonly id: string;
  readonly isInvalid: boolean;
  readonly label?: string;
}

/** The field that receives the focus when it appears, because the user just added it. */
let wanted = '';

export function focusOnArrival(id: string): void {
  wanted = id;
}

/** The input of a value. An empty text removes the field, unless it is a required text. */
export function ScalarInput({ field, id, isInvalid, label }: ScalarProps) {
  const { change, isReadOnly } = useForm();
  const element = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => {
    if (wanted !== id) return;
    wanted = '';
    element.current?.focus();
  }, [id]);
  const set = (text: string) => change([{ path: field.path, value: parsedValue(field, text) }]);
  const shared = {
    id,
    ref: element,
    disabled: isReadOnly,
    'aria-invalid': isInvalid,
    'aria-describedby': label === undefined ? `${id}-help ${id}-problems` : `${id}-problems`,
    ...(label === undefined ? {} : { 'aria-label': label }),
  };
  if (field.input === 'boolean' || field.input === 'choice') return <Choices field={field} shared={shared} set={set} />;
  return <Typed field={field} shared={shared} set={set} />;
}

interface InputProps {
  readonly field: Scalar;
  readonly shared: object;
  readonly set: (text: string) => void;
}

function Choices({ field, shared, set }: InputProps) {
  const { choices: names, unset } = texts.form;
  const choices = field.input === 'choice' ? field.choices : ['true', 'false'];
  const isKnown = choices.includes(field.value) || field.value === '';
  return (
    <select {...shared} value={field.value} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {(!field.isRequired || field.value === '') && <option value="">{unset(field.standard)}</option>}
      {!isKnown && <option value={field.value}>{field.value}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {field.input === 'boolean' ? names[choice as 'true' | 'false'] : choice}
        </option>
      ))}
    </select>
  );
}

/** Shows the typed text immediately, even before the text of the file changes. */
function Typed({ field, shared, set }: InputProps) {
  const typed = useSignal<string | undefined>(undefined);
  const id = `${(shared as { readonly id: string }).id}-names`;
  const names = field.input === 'text' ? field.names : [];
  const example = field.input === 'text' ? field.example : '';
  return (
    <>
      <input
        {...shared}
        type="text"
        inputMode={field.input === 'number' ? 'numeric' : 'text'}
        value={typed.value ?? field.value}
        placeholder={field.standard || example}
        list={names.length > 0 ? id : undefined}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          set(currentTarget.value);
        }}
        onBlur={() => {
          typed.value = undefined;
        }}
      />
      {names.length > 0 && (
        <datalist id={id}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

function parsedValue(field: Scalar, text: string): unknown {
  if (text === '') return field.isRequired && field.input === 'text' ? '' : undefined;
  if (field.input === 'boolean') return text === 'true';
  return field.input === 'number' && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}
