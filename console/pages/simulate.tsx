import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, type Result, result } from '../app/client.ts';
import { draftOf, setDraft } from '../app/drafts.ts';
import { at, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Simulation } from '../model/simulation.ts';
import { simulationExamples } from '../model/simulation-examples.ts';
import { Choice } from '../parts/field.tsx';
import { Page, Show } from '../parts/page.tsx';
import { ObjectVerdicts } from './object-verdicts.tsx';
import { TextEditor } from './text-editor.tsx';

const draft = 'simulated object';
const own = '';
const examples = [
  { value: own, text: texts.simulate.own },
  ...Object.keys(simulationExamples).map((name) => ({ value: name, text: name })),
];

/** The verdict of each rule on an object that the user enters. */
export function SimulatePage() {
  const { example = draftOf(draft) === undefined ? 'RoleBinding' : own } = route.value.params;
  const text = useSignal(simulationExamples[example] ?? draftOf(draft) ?? '');
  const replacement = useSignal<{ readonly text: string } | undefined>(undefined);
  const choose = (name: string) => {
    const next = simulationExamples[name] ?? draftOf(draft) ?? '';
    replacement.value = { text: next };
    text.value = next;
    replaceParams({ example: name });
  };
  const change = (value: string) => {
    text.value = value;
    if (value === simulationExamples[example]) return;
    setDraft(draft, value);
    if (value !== replacement.peek()?.text) replaceParams({ example: own });
  };
  return (
    <Page title={texts.simulate.title} lead={texts.simulate.lead}>
      <div class="toolbar start">
        <Namespace />
        <Choice label={texts.simulate.example} value={example} options={examples} onChange={choose} />
      </div>
      <div class="workbench">
        <TextEditor
          initial={text.value}
          replacement={replacement.value}
          isReadOnly={false}
          line={0}
          problems={[]}
          onChange={change}
        />
        <Verdicts text={text.value} />
      </div>
    </Page>
  );
}

/** The namespace in the link; otherwise the first namespace of a tenant. */
function namespaceOf(): string {
  const given = route.value.params['namespace'];
  const rows = result('namespaces', at()).value;
  return given ?? (rows.state === 'ready' ? (rows.value[0]?.name ?? '') : '');
}

const maxNames = 500;

function Namespace() {
  const rows = result('namespaces', at()).value;
  const names = rows.state === 'ready' ? rows.value.map(({ name }) => name) : [];
  return (
    <label class="choice">
      <span>{texts.simulate.namespace}</span>
      <input
        type="text"
        list="namespaces"
        value={namespaceOf()}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => replaceParams({ namespace: currentTarget.value })}
      />
      <datalist id="namespaces">
        {names.slice(0, maxNames).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

function Verdicts({ text }: { readonly text: string }) {
  const shown = useSignal<Result<Simulation>>({ state: 'loading' });
  const namespace = namespaceOf();
  const commit = at();
  useEffect(() => {
    let isStale = false;
    ask('simulate', commit, text, namespace).then(
      (value) => {
        if (!isStale) shown.value = { state: 'ready', value };
      },
      ({ message }: Error) => {
        if (!isStale) shown.value = { state: 'failed', message };
      },
    );
    return () => {
      isStale = true;
    };
  }, [text, namespace, commit, shown]);
  return (
    <div class="verdicts">
      <Show of={shown.value}>
        {({ message, isHypothetical, objects }) => (
          <>
            {isHypothetical && <p class="notice">{texts.simulate.hypothetical}</p>}
            {message !== '' && <p class="notice warn">{text.trim() === '' ? texts.simulate.empty : message}</p>}
            {objects.map((object, index) => (
              <ObjectVerdicts key={`${index} ${object.title}`} object={object} />
            ))}
            <p class="quiet">{texts.simulate.limit}</p>
          </>
        )}
      </Show>
    </div>
  );
}
