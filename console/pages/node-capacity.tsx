import { shareText, sumText } from '../app/amounts.ts';
import { replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Outcome } from '../model/what-if.ts';
import { Section } from '../parts/page.tsx';

const measured = [
  { resource: 'requests.cpu', parameter: 'cores', standard: 16, unit: 1 },
  { resource: 'requests.memory', parameter: 'memory', standard: 64, unit: 1024 ** 3 },
] as const;

/** The sum of all quotas compared with nodes of a given size. */
export function Capacity({ totals }: Pick<Outcome, 'totals'>) {
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
          if (!total) return null;
          const { before, after } = total;
          return <Meter key={resource} resource={resource} amount={after} before={before} capacity={capacity} />;
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
  readonly label?: string;
  readonly resource: string;
  readonly amount: number;
  /** The amount before a change, which is shown as a marker. */
  readonly before?: number;
  /** Undefined without a limit. */
  readonly capacity: number | undefined;
}

/** The share of a limit at which an amount is highlighted. */
const near = 0.8;

/** An amount as a share of a capacity. */
export function Meter({ label, resource, amount, before = amount, capacity }: MeterProps) {
  if (capacity === undefined) return <Unlimited label={label ?? resource} text={sumText(resource, amount)} />;
  const share = capacity === 0 ? 0 : amount / capacity;
  const scale = Math.max(1, share, capacity === 0 ? 0 : before / capacity);
  const width = (value: number) => `${capacity === 0 ? 0 : (value / capacity / scale) * 100}%`;
  return (
    <div class="meter">
      <p>
        {label === undefined ? <code>{resource}</code> : <span>{label}</span>}
        <span class="numeric">
          {texts.whatIf.of(sumText(resource, amount), sumText(resource, capacity))}{' '}
          <b class={toneOf(share)}>{shareText(share)}</b>
        </span>
      </p>
      <div class="meter-bar" aria-hidden="true">
        <span class={`meter-fill ${toneOf(share)}`} style={{ width: width(amount) }} />
        {before !== amount && <span class="meter-mark" style={{ left: width(before) }} />}
        <span class="meter-limit" style={{ left: `${100 / scale}%` }} />
      </div>
    </div>
  );
}

function toneOf(share: number): string {
  return share > 1 ? 'over' : share >= near ? 'near' : '';
}

function Unlimited({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div class="meter">
      <p>
        <span>{label}</span>
        <span class="numeric">
          {text} <span class="quiet">({texts.use.noQuota})</span>
        </span>
      </p>
    </div>
  );
}
