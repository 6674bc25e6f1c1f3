import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Path } from '../../data/tree.ts';
import { scaled } from '../app/amounts.ts';
import { ask, type Result, result } from '../app/client.ts';
import { at, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { AmountDocument, AmountField } from '../model/shared-amounts.ts';
import type { Assumption, Outcome } from '../model/what-if.ts';
import { Choice } from '../parts/field.tsx';
import { Empty, Page, Section, Show } from '../parts/page.tsx';
import { OutcomeView } from './what-if-outcome.tsx';

/** Changes amounts that tenants share, and shows who would be affected. The link contains the amounts. */
export function WhatIfPage() {
  return (
    <Page title={texts.whatIf.title} lead={texts.whatIf.lead}>
      <Show of={result('sharedAmounts', at()).value}>
        {(documents) =>
          documents.length === 0 ? (
            <Empty title={texts.whatIf.noAmounts} help={texts.whatIf.noAmountsHelp} />
          ) : (
            <Workbench documents={documents} />
          )
        }
      </Show>
    </Page>
  );
}

function nameOf({ file, document }: AmountDocument): string {
  return `${file}#${document}`;
}

/** The amounts in the link, by field. */
function valuesInLink(): Readonly<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(route.value.params['set'] ?? '{}');
    const entries = Object.entries(typeof read === 'object' && read !== null ? read : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

function Workbench({ documents }: { readonly documents: readonly AmountDocument[] }) {
  const standard = documents.find(({ title }) => title.startsWith('Quota')) ?? documents[0];
  const chosen = documents.find((one) => nameOf(one) === route.value.params['document']) ?? standard;
  if (!chosen) return null;
  const edited = valuesInLink();
  const values = chosen.fields.flatMap(({ path, key, value }): Assumption['values'] => {
    const next = edited[key];
    return next === undefined || next === value ? [] : [{ path, value: next }];
  });
  const set = (key: string, value: string) => replaceParams({ set: JSON.stringify({ ...edited, [key]: value }) });
  return (
    <div class="workbench narrow-left">
      <Section title={texts.whatIf.amounts} aside={<Reset />}>
        <div class="pad amounts">
          <Choice
            label={texts.whatIf.document}
            value={nameOf(chosen)}
            options={documents.map((one) => ({ value: nameOf(one), text: `${one.title} · ${one.file}` }))}
            onChange={(document) => replaceParams({ document, set: '' })}
          />
          {chosen.fields.map((field) => (
            <Amount
              key={field.key}
              field={field}
              value={edited[field.key] ?? field.value}
              onChange={(value) => set(field.key, value)}
            />
          ))}
        </div>
      </Section>
      <OutcomePanel assumption={{ file: chosen.file, document: chosen.document, values }} />
    </div>
  );
}

function Reset() {
  return (
    <button type="button" class="button small" onClick={() => replaceParams({ set: '' })}>
      {texts.whatIf.reset}
    </button>
  );
}

interface AmountProps {
  readonly field: AmountField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Amount({ field, value, onChange }: AmountProps) {
  const id = `amount-${field.key}`;
  const scale = (factor: number) => onChange(scaled(value, factor) ?? value);
  return (
    <div class={`amount${value === field.value ? '' : ' changed'}`}>
      <label for={id}>{labelOf(field.path)}</label>
      <div class="item-row">
        <input
          id={id}
          type="text"
          value={value}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value.trim())}
        />
        {(
          [
            [0.5, '÷2', texts.whatIf.half],
            [2, '×2', texts.whatIf.double],
          ] as const
        ).map(([factor, sign, title]) => (
          <button key={sign} type="button" class="button small" title={title} onClick={() => scale(factor)}>
            <span aria-hidden="true">{sign}</span>
            <span class="hidden">
              {title} {labelOf(field.path)}
            </span>
          </button>
        ))}
      </div>
      {value !== field.value && (
        <p class="quiet">
          {texts.whatIf.before}: {field.value}
        </p>
      )}
    </div>
  );
}

function labelOf(path: Path): string {
  return path.slice(1).join(' › ');
}

function OutcomePanel({ assumption }: { readonly assumption: Assumption }) {
  const shown = useSignal<Result<Outcome | undefined>>({ state: 'loading' });
  const commit = at();
  const key = JSON.stringify(assumption);
  useEffect(() => {
    let isStale = false;
    const timer = setTimeout(() => {
      ask('whatIf', commit, JSON.parse(key) as Assumption).then(
        (value) => {
          if (!isStale) shown.value = { state: 'ready', value };
        },
        ({ message }: Error) => {
          if (!isStale) shown.value = { state: 'failed', message };
        },
      );
    }, 120);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [key, commit, shown]);
  return (
    <div>
      <Show of={shown.value}>
        {(outcome) =>
          outcome ? (
            <OutcomeView outcome={outcome} assumption={assumption} />
          ) : (
            <Empty title={texts.whatIf.impossible} help={texts.whatIf.impossibleHelp} />
          )
        }
      </Show>
    </div>
  );
}
