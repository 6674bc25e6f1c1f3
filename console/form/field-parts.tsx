import type { ComponentChildren } from 'preact';
import type { FormField } from '../../analysis/fields/form-field.ts';
import type { Problem } from '../../core/problem/problem.ts';
import { texts } from '../app/texts.ts';
import { useForm } from './form-context.ts';

/** Whether a field is required, and a link to its line. */
export function Marks({ field }: { readonly field: FormField }) {
  return (
    <>
      {field.isRequired && <span class="field-mark">{texts.form.required}</span>}
      <LineLink field={field} />
    </>
  );
}

interface FieldSetProps {
  readonly field: FormField;
  readonly children: ComponentChildren;
}

/** A field of several inputs, with its name and description. */
export function FieldSet({ field, children }: FieldSetProps) {
  return (
    <fieldset class="form-field">
      <legend class="field-head">
        <span class="field-name">{field.name}</span>
        <Marks field={field} />
      </legend>
      <p class="field-help">{field.description}</p>
      {children}
    </fieldset>
  );
}

/** A link to the commit that changed the line of a field. Nothing for a field that the text does not contain. */
export function LineLink({ field }: { readonly field: FormField }) {
  const { lineLink } = useForm();
  const href = lineLink(field);
  if (href === undefined) return null;
  return (
    <a class="field-line" href={href}>
      {texts.form.line(field.line)}
      <span class="hidden"> {field.name}</span>
    </a>
  );
}

export function Problems({ problems, id }: { readonly problems: readonly Problem[]; readonly id: string }) {
  return (
    <div id={id === '' ? undefined : `${id}-problems`} aria-live="polite">
      {problems.map(({ code, message, fix, severity, at }) => (
        <p key={`${at.line} ${code} ${message}`} class={`field-problem ${severity === 'error' ? 'bad' : 'warn'}`}>
          {message}
          {fix !== undefined && ` (${fix})`}
        </p>
      ))}
    </div>
  );
}
