import { type Signal, useSignal } from '@preact/signals';
import { ask, result } from '../app/client.ts';
import { setDraft } from '../app/drafts.ts';
import { goTo, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { TenantKind } from '../model/form.ts';
import { Page, Show } from '../parts/page.tsx';

/** The name and the kind of a new tenant. Its fields follow in the form of the file. */
export function NewTenant() {
  return (
    <Page
      title={texts.newTenant.title}
      above={{ href: link(['tenants']), title: texts.pages.tenants }}
      lead={texts.newTenant.lead}
    >
      <Show of={result('tenantKinds').value}>
        {(kinds) => (
          <Show of={result('tenants', undefined).value}>
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
  const overview = result('overview', undefined).value;
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
      <Kinds kinds={kinds} chosen={id} />
      <Name name={name} isTaken={isTaken} />
      <p class="quiet">
        {newTenant.path} <code>{name.value === '' ? '–' : path}</code>
      </p>
      <button type="submit" class="button primary" disabled={isTaken}>
        {newTenant.continue}
      </button>
    </form>
  );
}

interface KindsProps {
  readonly kinds: readonly TenantKind[];
  readonly chosen: Signal<TenantKind['id'] | undefined>;
}

function Kinds({ kinds, chosen }: KindsProps) {
  return (
    <fieldset class="options">
      <legend>{texts.newTenant.system}</legend>
      {kinds.map(({ id, kind, system, apiVersion }) => (
        <label key={id} class="option">
          <input
            type="radio"
            name="kind"
            checked={id === chosen.value}
            onChange={() => {
              chosen.value = id;
            }}
          />
          <span>
            <span class="strong">{kind}</span> <span class="quiet">{system}</span>
            <code>{apiVersion}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Name({ name, isTaken }: { readonly name: Signal<string>; readonly isTaken: boolean }) {
  const { newTenant } = texts;
  return (
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
  );
}
