import type { Risk } from '../../analysis/diff/change.ts';
import { platformTenant } from '../../core/kind/tenant.ts';
import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Ceiling } from '../model/ceiling.ts';
import type { KindName, Source } from '../model/source.ts';

/** A link to the line from which an object is rendered. */
export function SourceLink({ source }: { readonly source: Pick<Source, 'file' | 'line'> | undefined }) {
  if (!source) return <span class="quiet">{texts.object.shared}</span>;
  const { file, line } = source;
  return (
    <a class="source" href={link(['edit'], { file, line: String(line) })}>
      {file}:{line}
    </a>
  );
}

/** A link to a tenant. The platform has no page, because it is not a tenant. */
export function TenantLink({ name }: { readonly name: string }) {
  if (name === platformTenant) return <span class="quiet">{name}</span>;
  return (
    <a class="strong" href={link(['tenants', name])}>
      {name}
    </a>
  );
}

export function KindLabel({ kind: { name, system } }: { readonly kind: KindName }) {
  return (
    <span class="kind">
      {name} <span class="quiet">{system}</span>
    </span>
  );
}

const tones: Readonly<Partial<Record<Risk, string>>> = {
  'data-loss': 'bad',
  'tenant-removed': 'bad',
  replaced: 'warn',
  'quota-shrunk': 'warn',
  'quota-raised': 'warn',
  'tenant-added': 'good',
  routine: 'plain',
};

/** The risk of a change. The color repeats the text. */
export function RiskLabel({ risk }: { readonly risk: Risk }) {
  return <span class={`chip ${tones[risk] ?? 'risk'}`}>{risk.replaceAll('-', ' ')}</span>;
}

export function ProblemCount({ errors, warnings }: { readonly errors: number; readonly warnings: number }) {
  if (errors + warnings === 0) return <span class="quiet">{texts.none}</span>;
  return (
    <span class="chips">
      {errors > 0 && <span class="chip bad">{texts.errors(errors)}</span>}
      {warnings > 0 && <span class="chip warn">{texts.warnings(warnings)}</span>}
    </span>
  );
}

export function Money({ of }: { readonly of: Ceiling | undefined }) {
  if (!of) return <span class="quiet">–</span>;
  return <span class="money">{formatMoney(of)}</span>;
}

export function formatMoney({ amount, currency }: Ceiling): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${amount.toLocaleString('en', digits)} ${currency}`;
}

export function OptionalNumber({ value }: { readonly value: number | undefined }) {
  return value === undefined ? <span class="quiet">–</span> : <span>{value.toLocaleString('en')}</span>;
}
