import { texts } from '../app/texts.ts';
import type { ChangeEffect } from '../data/gateway.ts';
import { ProblemList } from '../parts/problems.tsx';

const tones = { allowed: 'good', request: 'warn', denied: 'bad' } as const;

/** Whether the person may propose a change, with the reasons and the number of changed objects. */
export function EffectVerdict({ effect }: { readonly effect: ChangeEffect }) {
  const { ok, problems, baseProblems, changes, hiddenChanges, verdict } = effect;
  const { propose } = texts;
  if (baseProblems.length > 0) return <p class="notice bad">{propose.brokenBase}</p>;
  if (!ok)
    return (
      <div>
        <p class="notice bad">{propose.broken}</p>
        <ProblemList problems={problems.map((problem) => ({ ...problem, tenants: [] }))} />
      </div>
    );
  return (
    <div role="status">
      <p class={`verdict ${tones[verdict.verdict]}`}>{propose.verdict[verdict.verdict]}</p>
      {verdict.reasons.length > 0 && (
        <ul class="reasons">
          {verdict.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p class="quiet">
        {propose.objects(changes.length)}
        {hiddenChanges > 0 && `; ${propose.hidden(hiddenChanges)}`}
      </p>
    </div>
  );
}
