import { useSignal } from '@preact/signals';
import { answer, ask } from '../app/client.ts';
import { setDraft } from '../app/drafts.ts';
import { goTo, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { TenantKind } from '../model/form.ts';
import { Page, Show } from '../parts/page.tsx';

/** The name and the system of a new tenant. Its fields follow in the form of the file. */
export function NewTenant() {
  return (
    <Page title={texts.newTenant.title} lead={texts.newTenant.lead}>
      <Show of={answer('tenantKinds').value}>
        {(kinds) => (
          <Show of={answer('tenants', undefined).value}>
            {(rows) => <Start kinds={kinds} taken={new Set(rows.map(({ name }) => name))} />}
          </Show>
        )}
      </Show>
    </Page>
  );
}

interface StartProps {
  readonly kinds: readonly TenantKind[];
  readonly taken: ReadonlySet<string>;
}

function Start({ kinds, taken }: StartProps) {
  const { newTenant } = texts;
  const overview = answer('overview', undefined).value;
  const directory = overview.state === 'ready' ? overview.value.directory : '';
  const id = useSignal(kinds.find(({ system }) => system === 'mto')?.id ?? kinds[0]?.id);
  const name = useSignal('');
  const kind = kinds.find((one) => one.id === id.value);
  const isTaken = taken.has(name.value);
  const path = `${directory === '' || directory === '.' ? '' : `${directory}/`}${kind?.id ?? ''}-${name.value}.yaml`;
  const begin = async (event: Event) => {
    event.preventDefault();
    if (!kind || isTaken) return;
    setDraft(path, await ask('newTenant', kind.id, name.value));
    goTo(link(['edit'], { file: path, view: 'form' }));
  };
  return (
    <form class="card form" onSubmit={begin}>
      <fieldset class="options">
        <legend>{newTenant.system}</legend>
        {kinds.map((one) => (
          <label key={one.id} class="option">
            <input
              type="radio"
              name="kind"
              checked={one.id === id.value}
              onChange={() => {
                id.value = one.id;
              }}
            />
            <span>
              <span class="strong">{one.kind}</span> <span class="quiet">{one.system}</span>
              <code>{one.apiVersion}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <label class="choice">
        <span>{newTenant.name}</span>
        <input
          type="text"
          required
          maxLength={63}
          pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
          value={name.value}
          aria-invalid={isTaken}
          aria-describedby="name-help"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
          }}
        />
        <span id="name-help" class={isTaken ? 'field-problem bad' : 'quiet'} role="status">
          {isTaken ? newTenant.taken(name.value) : newTenant.nameHelp}
        </span>
      </label>
      <p class="quiet">
        {newTenant.path} <code>{name.value === '' ? '–' : path}</code>
      </p>
      <button type="submit" class="button primary" disabled={isTaken}>
        {newTenant.continue}
      </button>
    </form>
  );
}
