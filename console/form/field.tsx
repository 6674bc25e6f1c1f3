import { useRef } from 'preact/hooks';
import type { FormField } from '../../analysis/fields/form-field.ts';
import { texts } from '../app/texts.ts';
import { ListField, MapField } from './collection.tsx';
import { LineLink, Marks, Problems } from './field-parts.tsx';
import { useForm } from './form-context.ts';
import { type Scalar, ScalarInput } from './scalar-input.tsx';

interface FieldsProps {
  readonly fields: readonly FormField[];
}

/**
 * The fields of a mapping. Optional fields that were not set when the form opened are in a separate list, which starts
 * collapsed if there are other fields.
 */
export function Fields({ fields }: FieldsProps) {
  const first = useRef<ReadonlySet<string> | undefined>(undefined);
  first.current ??= new Set(fields.filter(({ isSet, isRequired }) => isSet || isRequired).map(({ key }) => key));
  const main = fields.filter(({ key }) => first.current?.has(key));
  const more = fields.filter(({ key }) => !first.current?.has(key));
  return (
    <div class="fields-form">
      {main.map((field) => (
        <Field key={field.key} field={field} />
      ))}
      {more.length > 0 && (
        <details class="more-fields" open={main.length === 0}>
          <summary>{texts.form.more(more.length)}</summary>
          <div class="fields-form">
            {more.map((field) => (
              <Field key={field.key} field={field} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

/** A field with its description, its problems and its inputs. */
export function Field({ field }: { readonly field: FormField }) {
  const { id, problemsOf } = useForm();
  const own = `${id}-${field.key}`;
  const problems = problemsOf(field.key);
  if (field.input === 'group') return <Group field={field} />;
  if (field.input === 'list') return <ListField field={field} />;
  if (field.input === 'map') return <MapField field={field} />;
  return (
    <div class="form-field">
      <Label field={field} input={own} />
      <p class="field-help" id={`${own}-help`}>
        {field.description}
      </p>
      {field.input === 'text-only' ? (
        <p class="quiet">{texts.form.textOnly}</p>
      ) : (
        <ScalarInput
          field={field as Scalar}
          id={own}
          isInvalid={problems.some(({ severity }) => severity === 'error')}
        />
      )}
      <Problems problems={problems} id={own} />
    </div>
  );
}

interface LabelProps {
  readonly field: FormField;
  /** The id of the input. */
  readonly input: string;
}

function Label({ field, input }: LabelProps) {
  const Name = field.input === 'text-only' ? 'span' : 'label';
  return (
    <div class="field-head">
      <Name class="field-name" {...(Name === 'label' ? { for: input } : {})}>
        {field.name}
      </Name>
      <Marks field={field} />
    </div>
  );
}

/** A mapping. It starts open if the text contains it or it is required. */
function Group({ field }: { readonly field: FormField & { readonly input: 'group' } }) {
  const { problemsOf } = useForm();
  const isOpen = useRef(field.isSet || field.isRequired);
  return (
    <details class="group" open={isOpen.current}>
      <summary>
        <span class="field-name">{field.name}</span>
        {field.isRequired && <span class="field-mark">{texts.form.required}</span>}
      </summary>
      <div class="group-body">
        {field.description !== '' && (
          <div class="group-help">
            <p class="field-help">{field.description}</p>
            <LineLink field={field} />
          </div>
        )}
        <Problems problems={problemsOf(field.key)} id="" />
        <Fields fields={field.fields} />
      </div>
    </details>
  );
}
