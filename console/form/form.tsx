import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { FormDocument, FormField } from '../../analysis/fields/form-field.ts';
import type { Problem } from '../../core/problem/problem.ts';
import { ask } from '../app/client.ts';
import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { FieldEdit } from '../model/form.ts';
import { Empty } from '../parts/page.tsx';
import { Field, Fields } from './field.tsx';
import { Problems } from './field-parts.tsx';
import { FormProvider, problemsByField } from './form-context.ts';

interface FormProps {
  readonly path: string;
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly problems: readonly Problem[];
  readonly onChange: (text: string) => void;
}

/** The documents of a text as forms. A change of a field changes only that part of the text. */
export function Form({ path, text, isReadOnly, problems, onChange }: FormProps) {
  const { documents, isInvalid } = useDocuments(text);
  const { change, isImpossible } = useChanges(text, onChange);
  if (isInvalid) return <Empty title={texts.form.invalid} help={texts.form.invalidHelp} />;
  return (
    <div class="documents">
      {isImpossible && (
        <p class="notice warn" role="alert">
          {texts.form.impossible}
        </p>
      )}
      {documents.map((document, index) => {
        const next = documents[index + 1]?.line ?? Number.POSITIVE_INFINITY;
        const own = problems.filter(({ at }) => (index === 0 || at.line >= document.line) && at.line < next);
        return <DocumentForm key={document.index} {...{ path, document, isReadOnly, problems: own, change }} />;
      })}
    </div>
  );
}

interface Documents {
  readonly documents: readonly FormDocument[];
  readonly isInvalid: boolean;
}

/** The forms of the newest text. Until they are ready, the forms of an earlier text. */
function useDocuments(text: string): Documents {
  const shown = useSignal<Documents>({ documents: [], isInvalid: false });
  useEffect(() => {
    let isStale = false;
    void ask('form', text).then((documents) => {
      if (!isStale) shown.value = { documents: documents ?? [], isInvalid: documents === undefined };
    });
    return () => {
      isStale = true;
    };
  }, [text, shown]);
  return shown.value;
}

/** Applies changes in sequence, each to the result of the previous one. */
function useChanges(text: string, onChange: (text: string) => void) {
  const isImpossible = useSignal(false);
  const state = useRef({ text, queue: Promise.resolve() });
  state.current.text = text;
  const change = (edits: readonly FieldEdit[]) => {
    state.current.queue = state.current.queue.then(async () => {
      const next = await ask('editFields', state.current.text, edits);
      isImpossible.value = next === undefined;
      if (next === undefined) return;
      state.current.text = next;
      onChange(next);
    });
  };
  return { change, isImpossible: isImpossible.value };
}

interface DocumentProps {
  readonly path: string;
  readonly document: FormDocument;
  readonly isReadOnly: boolean;
  readonly problems: readonly Problem[];
  readonly change: (edits: readonly FieldEdit[]) => void;
}

function DocumentForm({ path, document, isReadOnly, problems, change }: DocumentProps) {
  const { fields, title, description, index } = document;
  const byField = problemsByField(fields, problems);
  const form = {
    id: `document-${index}`,
    isReadOnly,
    change: (edits: readonly Omit<FieldEdit, 'document'>[]) =>
      change(edits.map((edit) => ({ ...edit, document: index }))),
    problemsOf: (key: string) => byField.get(key) ?? [],
    show: (field: FormField) => <Field field={field} />,
    showAll: (all: readonly FormField[]) => <Fields fields={all} />,
    lineLink: ({ line }: { readonly line: number }) =>
      line === 0 ? undefined : link(['edit'], { file: path, view: 'blame', line: String(line) }),
  };
  return (
    <FormProvider value={form}>
      <section class="card document" aria-labelledby={`${form.id}-title`}>
        <header class="card-head">
          <div>
            <h2 id={`${form.id}-title`}>{title}</h2>
            <p class="quiet">{description}</p>
          </div>
        </header>
        <div class="form-body">
          <Problems problems={form.problemsOf('')} id="" />
          {fields.length === 0 ? <p class="quiet">{texts.form.unknown}</p> : <Fields fields={fields} />}
        </div>
      </section>
    </FormProvider>
  );
}
