import { risks } from '../../analysis/diff/change.ts';
import { signed, sumText } from '../app/amounts.ts';
import { setDraft } from '../app/drafts.ts';
import { at, goTo, link, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Assumption, Outcome } from '../model/what-if.ts';
import { ChangeList } from '../parts/diff.tsx';
import { RiskLabel, TenantLink } from '../parts/labels.tsx';
import { Empty, Section } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { ProblemList } from '../parts/problems.tsx';

interface OutcomeProps {
  readonly outcome: Outcome;
  readonly assumption: Assumption;
}

/** Costs, tenants, capacity and objects of an assumption. */
export function OutcomeView({ outcome, assumption }: OutcomeProps) {
  const { ok, problems, tenants, changes, ceiling, currency } = outcome;
  const isChanged = assumption.values.length > 0;
  const open = () => {
    setDraft(assumption.file, outcome.text);
    goTo(link(['edit'], { file: assumption.file }));
  };
  if (!ok)
    return (
      <Section title={texts.whatIf.outcome}>
        <div class="pad">
          <p class="notice bad" role="status">
            {texts.whatIf.broken}
          </p>
          <ProblemList problems={problems} />
        </div>
      </Section>
    );
  return (
    <>
      <dl class="stats">
        <Figure title={texts.whatIf.affected} value={tenants.length.toLocaleString('en')} />
        <Figure title={texts.whatIf.objects} value={changes.length.toLocaleString('en')} />
        {ceiling && (
          <Figure
            title={texts.whatIf.ceiling}
            value={`${money(ceiling.after)} ${currency}`}
            note={ceiling.after === ceiling.before ? '' : signed(ceiling.after - ceiling.before)}
          />
        )}
      </dl>
      <Capacity outcome={outcome} />
      <Section
        title={texts.whatIf.affected}
        aside={
          isChanged && at() === undefined ? (
            <button type="button" class="button small primary" onClick={open}>
              {texts.whatIf.open}
            </button>
          ) : undefined
        }
      >
        {tenants.length === 0 ? (
          <Empty title={isChanged ? texts.whatIf.nobody : texts.whatIf.unchanged} />
        ) : (
          <Tenants outcome={outcome} />
        )}
      </Section>
      {changes.length > 0 && (
        <details class="card fold">
          <summary>
            {texts.whatIf.all} <span class="badge">{changes.length}</span> <Risks outcome={outcome} />
          </summary>
          <div class="pad">
            <ChangeList changes={changes} />
          </div>
        </details>
      )}
    </>
  );
}

function Figure({
  title,
  value,
  note = '',
}: {
  readonly title: string;
  readonly value: string;
  readonly note?: string;
}) {
  return (
    <div class="stat">
      <dt>{title}</dt>
      <dd>
        {value} {note !== '' && <span class="stat-note">{note}</span>}
      </dd>
    </div>
  );
}

function Risks({ outcome: { changes } }: { readonly outcome: Outcome }) {
  const found = (Object.keys(risks) as (keyof typeof risks)[]).filter((risk) =>
    changes.some((change) => change.risk === risk),
  );
  return (
    <span class="chips">
      {found.map((risk) => (
        <RiskLabel key={risk} risk={risk} />
      ))}
    </span>
  );
}

function money(amount: number): string {
  return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function Tenants({ outcome: { tenants, currency } }: { readonly outcome: Outcome }) {
  return (
    <PagedTable
      label={texts.whatIf.affected}
      columns={[
        { title: texts.tenant },
        { title: texts.whatIf.objects, isNumber: true, isMinor: true },
        { title: `${texts.whatIf.before} ${currency}`, isNumber: true },
        { title: `${texts.whatIf.after} ${currency}`, isNumber: true },
        { title: texts.whatIf.difference, isNumber: true },
      ]}
      rows={tenants.map(({ tenant, changes, ceiling }) => ({
        key: tenant,
        cells: () => [
          <TenantLink key="tenant" name={tenant} />,
          changes,
          money(ceiling.before),
          money(ceiling.after),
          signed(ceiling.after - ceiling.before),
        ],
      }))}
    />
  );
}

const measured = [
  { resource: 'requests.cpu', parameter: 'cores', standard: 16, unit: 1 },
  { resource: 'requests.memory', parameter: 'memory', standard: 64, unit: 1024 ** 3 },
] as const;

/** The quotas together against nodes of a stated size. */
function Capacity({ outcome: { totals } }: { readonly outcome: Outcome }) {
  const { params } = route.value;
  const nodes = sizeOf(params['nodes'], 3);
  const field = (name: 'nodes' | 'cores' | 'memory', value: number) => (
    <label class="choice short">
      <span>{texts.whatIf[name]}</span>
      <input
        type="number"
        min="1"
        value={value}
        onInput={({ currentTarget }) => replaceParams({ [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <Section title={texts.whatIf.capacity}>
      <div class="pad">
        <p class="quiet">{texts.whatIf.capacityHelp}</p>
        <div class="toolbar start sizes">
          {field('nodes', nodes)}
          {measured.map(({ parameter, standard }) => field(parameter, sizeOf(params[parameter], standard)))}
        </div>
        {measured.map(({ resource, parameter, standard, unit }) => {
          const total = totals.find((one) => one.resource === resource);
          const capacity = nodes * sizeOf(params[parameter], standard) * unit;
          return total && <Meter key={resource} total={total} capacity={capacity} />;
        })}
      </div>
    </Section>
  );
}

function sizeOf(text: string | undefined, standard: number): number {
  const value = Number(text ?? standard);
  return Number.isFinite(value) && value > 0 ? value : standard;
}

interface MeterProps {
  readonly total: Outcome['totals'][number];
  readonly capacity: number;
}

function Meter({ total: { resource, before, after }, capacity }: MeterProps) {
  const share = after / capacity;
  const scale = Math.max(1, share, before / capacity);
  const width = (value: number) => `${(value / capacity / scale) * 100}%`;
  return (
    <div class="meter">
      <p>
        <code>{resource}</code>
        <span class="numeric">
          {texts.whatIf.of(sumText(resource, after), sumText(resource, capacity))}{' '}
          <b class={share > 1 ? 'over' : ''}>{Math.round(share * 100)} %</b>
        </span>
      </p>
      <div class="meter-bar" aria-hidden="true">
        <span class={`meter-fill${share > 1 ? ' over' : ''}`} style={{ width: width(after) }} />
        <span class="meter-mark" style={{ left: width(before) }} />
        <span class="meter-limit" style={{ left: `${100 / scale}%` }} />
      </div>
    </div>
  );
}
