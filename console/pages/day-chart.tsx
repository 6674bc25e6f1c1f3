import { type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { largest } from '../../data/largest.ts';
import { own } from '../../data/own.ts';
import { texts } from '../app/texts.ts';
import type { BillView } from '../model/bill.ts';

const size = { height: 260, left: 44, bottom: 28, top: 10 };
/** Room for the label of a day. */
const labelWidth = 48;
const maxSeries = 7;
/** Lines of a bill that are not tenants. */
const rest = ['(unallocated)', '(idle)'];
const restTitles: Readonly<Record<string, string>> = {
  '(unallocated)': texts.cost.unallocated,
  '(idle)': texts.cost.idle,
};

/** The cost of each day as stacked bars, with the same numbers as a table for screen readers. */
export function DayChart({ bill }: { readonly bill: BillView }) {
  const names = seriesOf(bill);
  return (
    <figure class="chart">
      <p class="unit" aria-hidden="true">
        {texts.cost.unit(bill.currency)}
      </p>
      <Bars bill={bill} names={names} />
      <figcaption>
        <ul class="legend">
          {names.map((name, index) => (
            <li key={name}>
              <span class={`swatch ${colorOf(name, index)}`} aria-hidden="true" />
              {titleOf(name)}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="hidden">
        <DayTable bill={bill} names={names} />
      </div>
    </figure>
  );
}

function DayTable({ bill, names }: BarsProps) {
  return (
    <table>
      <caption>{texts.cost.chart}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.cost.day}</th>
          {names.map((name) => (
            <th key={name} scope="col">
              {titleOf(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bill.days.map(({ day, costs }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {names.map((name) => (
              <td key={name}>{(own(costs, name) ?? 0).toFixed(2)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BarsProps {
  readonly bill: BillView;
  readonly names: readonly string[];
}

/** The tenants with the highest cost, followed by usage without a tenant and idle capacity. */
function seriesOf({ days }: BillView): readonly string[] {
  const totals = new Map<string, number>();
  for (const { costs } of days)
    for (const [name, cost] of Object.entries(costs)) totals.set(name, (totals.get(name) ?? 0) + cost);
  const tenants = [...totals].filter(([name]) => !rest.includes(name)).sort(([, a], [, b]) => b - a);
  return [...tenants.slice(0, maxSeries).map(([name]) => name), ...rest.filter((name) => totals.has(name))];
}

function titleOf(name: string): string {
  return restTitles[name] ?? name;
}

/** The CSS class that sets the color of a series. */
function colorOf(name: string, index: number): string {
  return rest.includes(name) ? `rest-${rest.indexOf(name)}` : `s${index}`;
}

/** A chart as wide as its container, so that its text keeps its size on narrow screens. */
function Bars({ bill, names }: BarsProps) {
  const chart = useRef<SVGSVGElement>(null);
  const width = useWidth(chart);
  const rows = bill.days.map(({ day, costs }) => ({ day, costs }));
  const series = stack<(typeof rows)[number], string>()
    .keys(names)
    .value(({ costs }, name) => own(costs, name) ?? 0)(rows);
  const max = largest(
    series.flatMap((one) => one.map(([, top]) => top)),
    0.01,
  );
  const x = scaleBand(
    rows.map(({ day }) => day),
    [size.left, width],
  ).padding(0.32);
  const y = scaleLinear([0, max], [size.height - size.bottom, size.top]).nice(4);
  return (
    <svg ref={chart} aria-hidden="true">
      <Axis y={y} width={width} />
      {series.map((one, index) =>
        one.map(([bottom, top], row) => (
          <rect
            key={`${one.key} ${rows[row]?.day}`}
            class={colorOf(one.key, index)}
            x={x(rows[row]?.day ?? '')}
            width={x.bandwidth()}
            y={y(top)}
            height={Math.max(0, y(bottom) - y(top) - 1)}
          />
        )),
      )}
      {labeled(rows, width).map(({ day }) => (
        <text key={day} class="axis middle" x={(x(day) ?? 0) + x.bandwidth() / 2} y={size.height - 8}>
          {dayName(day)}
        </text>
      ))}
    </svg>
  );
}

/** The width of an element, which changes with the window. */
function useWidth(element: { readonly current: Element | null }): number {
  const [width, setWidth] = useState(size.left);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (element.current) observer.observe(element.current);
    setWidth(element.current?.getBoundingClientRect().width ?? 0);
    return () => observer.disconnect();
  }, [element]);
  return Math.max(width, size.left + 1);
}

/** `Jun 4` for the day 2026-06-04. Days of a bill are in UTC. */
function dayName(day: string): string {
  return new Date(day).toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** Every nth day, so that the labels fit. */
function labeled<Row>(rows: readonly Row[], width: number): readonly Row[] {
  const step = Math.max(1, Math.ceil((rows.length * labelWidth) / (width - size.left)));
  return rows.filter((_, index) => index % step === 0);
}

function Axis({ y, width }: { readonly y: ScaleLinear<number, number>; readonly width: number }) {
  return (
    <>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line class="grid" x1={size.left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text class="axis end" x={size.left - 8} y={y(tick) + 4}>
            {tick}
          </text>
        </g>
      ))}
    </>
  );
}
