import { risks } from '../../analysis/diff/change.ts';
import { signed } from '../app/amounts.ts';
import { setDraft } from '../app/drafts.ts';
import { at, goTo, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { hasOnlyUnsafeChanges } from '../model/unsafe-changes.ts';
import type { Assumption, Outcome } from '../model/what-if.ts';
import { ChangeList } from '../parts/diff.tsx';
import { RiskLabel, TenantLink } from '../parts/labels.tsx';
import { Empty, Section } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { Capacity } from './node-capacity.tsx';

interface OutcomeProps {
  readonly outcome: Outcome;
  readonly assumption: Assumption;
}

/** The costs, tenants, capacity and objects that result from an assumption. */
export function OutcomeView({ outcome, assumption }: OutcomeProps) {
  const { ok, problems, tenants, changes, ceiling, currency } = outcome;
  const isChanged = assumption.values.length > 0;
  const open = () => {
    setDraft(assumption.file, outcome.text);
    goTo(link(['edit'], { file: assumption.file }));
  };
  if (!ok) return <Broken problems={problems} />;
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
      <Capacity totals={outcome.totals} />
      <Section title={texts.whatIf.affected} aside={isChanged && at() === undefined && <OpenButton onClick={open} />}>
        {tenants.length > 0 && <Tenants outcome={outcome} />}
        {tenants.length === 0 && <Empty title={isChanged ? texts.whatIf.nobody : texts.whatIf.unchanged} />}
      </Section>
      {changes.length > 0 && <Changes outcome={outcome} />}
    </>
  );
}

function Broken({ problems }: Pick<Outcome, 'problems'>) {
  return (
    <Section title={texts.whatIf.outcome}>
      <div class="pad">
        <p class="notice bad" role="status">
          {hasOnlyUnsafeChanges(problems) ? `${texts.unsafe}.` : texts.whatIf.broken}
        </p>
        <ProblemList problems={problems} />
      </div>
    </Section>
  );
}

function OpenButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" class="button small primary" onClick={onClick}>
      {texts.whatIf.open}
    </button>
  );
}

function Changes({ outcome }: { readonly outcome: Outcome }) {
  const { changes } = outcome;
  return (
    <details class="card fold">
      <summary>
        {texts.whatIf.all} <span class="badge">{changes.length}</span> <Risks outcome={outcome} />
      </summary>
      <div class="pad">
        <ChangeList changes={changes} />
      </div>
    </details>
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
        { title: texts.whatIf.objects, isNumber: true },
        { title: texts.whatIf.ceilingBefore(currency), isNumber: true },
        { title: texts.whatIf.ceilingAfter(currency), isNumber: true },
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
