import type { Verdict } from '../../analysis/simulate/verdicts.ts';
import { texts } from '../app/texts.ts';
import type { SimulatedObject } from '../model/simulation.ts';
import { TenantLink } from '../parts/labels.tsx';
import { Empty } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';

/** The verdicts on an object, violations first. */
export function ObjectVerdicts({
  object: { title, namespace, tenant, verdicts },
}: {
  readonly object: SimulatedObject;
}) {
  const concerned = verdicts.filter(({ isChecked, mode }) => isChecked && mode !== undefined);
  const violated = concerned.filter(({ messages }) => messages.length > 0);
  const rest = concerned.filter((one) => !violated.includes(one));
  if (tenant === '') return <Empty title={title} help={texts.simulate.noTenant(namespace)} />;
  return (
    <section class="card flush">
      <header class="card-head">
        <div>
          <h2>{title}</h2>
          <p class="quiet">
            {namespace} · <TenantLink name={tenant} />
          </p>
        </div>
        <Summary violated={violated} />
      </header>
      <Table
        label={texts.simulate.verdicts}
        columns={[{ title: texts.simulate.rule }, { title: texts.simulate.verdict }]}
        rows={[...violated, ...rest].map((one) => ({ key: one.rule, cells: cellsOf(one) }))}
      />
      <p class="pad quiet table-note">{texts.simulate.others(verdicts.length - concerned.length)}</p>
    </section>
  );
}

const modes = ['deny', 'warn', 'audit'] as const;

/** What happens to the object: the strictest mode of the violated rules decides. */
function Summary({ violated }: { readonly violated: readonly Verdict[] }) {
  const { summary } = texts.simulate;
  const worst = modes.find((mode) => violated.some((one) => one.mode === mode));
  const denied = violated.filter(({ mode }) => mode === 'deny').length;
  const text = worst === undefined ? summary.allowed : worst === 'deny' ? summary.deny(denied) : summary[worst];
  return (
    <p class={`chip ${worst === undefined ? 'good' : worst === 'deny' ? 'bad' : 'warn'}`} role="status">
      {text}
    </p>
  );
}

function cellsOf({ rule, about, mode, messages }: Verdict) {
  return [
    <span key="rule" class="role">
      <code>{rule}</code>
      <span class="quiet">{about}</span>
    </span>,
    <span key="verdict" class="role">
      <VerdictChip mode={messages.length > 0 ? mode : undefined} />
      {messages.map((message) => (
        <span key={message}>{message.replace(`${rule}: `, '')}</span>
      ))}
    </span>,
  ];
}

function VerdictChip({ mode }: { readonly mode: Verdict['mode'] }) {
  if (mode === undefined) return <span class="chip good">{texts.simulate.allowed}</span>;
  return <span class={`chip ${mode === 'deny' ? 'bad' : 'warn'}`}>{texts.simulate.modes[mode]}</span>;
}
