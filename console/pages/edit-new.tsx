import { useSignal } from '@preact/signals';
import { result } from '../app/client.ts';
import { setDraft } from '../app/drafts.ts';
import { goTo, link, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { Choice } from '../parts/field.tsx';
import { Page, Show } from '../parts/page.tsx';

/** Creates a new file from the example of a kind. */
export function NewFile() {
  return (
    <Page title={texts.editor.newFile} above={{ href: link(['files']), title: texts.pages.files }}>
      <Show of={result('examples').value}>
        {(examples) => <Form key={route.value.params['kind']} examples={examples} />}
      </Show>
    </Page>
  );
}

interface Example {
  readonly title: string;
  readonly text: string;
}

function Form({ examples }: { readonly examples: readonly Example[] }) {
  const overview = result('overview', undefined).value;
  const directory = overview.state === 'ready' ? overview.value.directory : '';
  const { kind = 'Tenant' } = route.value.params;
  const title = useSignal(examples.find((one) => one.title.startsWith(`${kind} `))?.title ?? '');
  const path = useSignal(pathFor(kind, directory));
  const begin = (event: Event) => {
    event.preventDefault();
    setDraft(path.value, examples.find((one) => one.title === title.value)?.text ?? '');
    goTo(link(['edit'], { file: path.value }));
  };
  return (
    <form class="card form" onSubmit={begin}>
      <Choice
        label={texts.kind}
        value={title.value}
        options={examples.map((one) => ({ value: one.title, text: one.title }))}
        onChange={(value) => {
          title.value = value;
        }}
      />
      <label class="choice">
        <span>{texts.editor.path}</span>
        <input
          type="text"
          required
          pattern="[^/].*\.(yaml|yml)"
          value={path.value}
          spellcheck={false}
          onInput={({ currentTarget }) => {
            path.value = currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="button primary">
        {texts.editor.create}
      </button>
    </form>
  );
}

function pathFor(kind: string, directory: string): string {
  const folder = directory === '' || directory === '.' ? '' : `${directory}/`;
  return `${folder}${kind.toLowerCase()}-new.yaml`;
}
