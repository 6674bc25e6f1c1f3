import { type Change, type Risk, risks } from '../../analysis/diff/change.ts';
import type { FieldChange } from '../../analysis/diff/fields.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { printable } from '../app/printable.ts';
import { texts } from '../app/texts.ts';
import { RiskLabel } from './labels.tsx';

const maxFields = 12;

/** Changes of objects, riskiest first, each with its reasons and fields. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const order = Object.keys(risks);
  const sorted = [...changes].sort((a, b) => order.indexOf(a.risk) - order.indexOf(b.risk));
  const of = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  return (
    <>
      <p class="diff-summary">
        <span>{texts.diff.summary(of('added'), of('changed'), of('removed'))}</span>
        <RiskTally changes={changes} />
      </p>
      <ul class="changes">
        {sorted.map((change) => (
          <li key={formatId(change.id)} class={`change ${change.action}`}>
            <ChangeItem change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function RiskTally({ changes }: { readonly changes: readonly Change[] }) {
  const names = (Object.keys(risks) as readonly Risk[]).filter((risk) =>
    changes.some((change) => change.risk === risk),
  );
  return (
    <span class="chips">
      {names.map((risk) => (
        <RiskLabel key={risk} risk={risk} />
      ))}
    </span>
  );
}

function ChangeItem({ change }: { readonly change: Change }) {
  const { action, id, risk, findings, fields, kept } = change;
  const place = id.namespace === '' ? '' : `${id.namespace}/`;
  return (
    <>
      <p class="change-head">
        <span class={`mark ${action}`}>{texts.diff.actions[action]}</span>
        <span class="change-kind">{id.kind}</span>
        <span class="change-name">
          <span class="quiet">{place}</span>
          {id.name}
        </span>
        <RiskLabel risk={risk} />
      </p>
      {findings.map(({ risk: kind, why }) => (
        <p key={`${kind} ${why}`} class="why">
          {why}
        </p>
      ))}
      {kept && <p class="why">{texts.diff.kept}</p>}
      {fields.length > 0 && <FieldList fields={fields} />}
    </>
  );
}

function FieldList({ fields }: { readonly fields: readonly FieldChange[] }) {
  return (
    <dl class="fields">
      {fields.slice(0, maxFields).map((field) => (
        <div key={field.path}>
          <dt>{field.path}</dt>
          <dd>
            {'old' in field && <del>{valueText(field.old)}</del>}
            {'new' in field && <ins>{valueText(field.new)}</ins>}
          </dd>
        </div>
      ))}
      {fields.length > maxFields && <div class="quiet">{texts.diff.more(fields.length - maxFields)}</div>}
    </dl>
  );
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
