import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isError } from '../../core/problem/problem.ts';
import { announce } from '../app/announce.ts';
import { isMember } from '../app/gateway.ts';
import { texts } from '../app/texts.ts';
import type { Preview } from '../model/preview.ts';
import { hasOnlyUnsafeChanges } from '../model/unsafe-changes.ts';
import { ChangeList } from '../parts/diff.tsx';
import { formatMoney } from '../parts/labels.tsx';
import { Empty } from '../parts/page.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { Yaml } from '../parts/yaml.tsx';

/** A preview and its duration. */
export interface Timed {
  readonly preview: Preview;
  readonly milliseconds: number;
}

interface EffectProps {
  readonly timed: Timed | undefined;
  readonly isChanged: boolean;
  readonly failed: string;
}

type View = 'changes' | 'problems' | 'objects';

/** The effect of an edit: the changed objects by risk, the problems, and the objects of the file. */
export function Effect({ timed, isChanged, failed }: EffectProps) {
  const chosen = useSignal<View | undefined>(undefined);
  useEffect(() => {
    if (timed && isChanged) announce(summaryOf(timed.preview));
  }, [timed, isChanged]);
  if (failed !== '') return <Empty title={texts.failed} help={failed} />;
  if (!timed) return <div class="card effect pad quiet">{texts.editor.rendering}</div>;
  const { preview, milliseconds } = timed;
  const view = chosen.value ?? (isBroken(preview) ? 'problems' : 'changes');
  const counts = {
    changes: preview.changes.length,
    problems: preview.problems.length,
    objects: preview.objects.length,
  };
  return (
    <section class="card effect" aria-label={texts.editor.preview}>
      <header class="effect-head">
        <Verdict preview={preview} isChanged={isChanged} />
        <span class="quiet numeric">{texts.editor.rendered(milliseconds)}</span>
      </header>
      <div class="switch">
        {(['changes', 'problems', 'objects'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            onClick={() => {
              chosen.value = one;
            }}
          >
            {texts.editor[one]} <span class="badge">{counts[one]}</span>
          </button>
        ))}
      </div>
      <div class="effect-body">
        <EffectBody preview={preview} view={view} />
      </div>
    </section>
  );
}

/** The effect in one sentence, for screen readers. */
function summaryOf(preview: Preview): string {
  const { editor, diff } = texts;
  if (isBroken(preview)) return `${brokenText(preview)}: ${texts.errors(preview.problems.filter(isError).length)}`;
  const count = (action: string) => preview.changes.filter((change) => change.action === action).length;
  return `${editor.preview}: ${diff.summary(count('added'), count('changed'), count('removed'))}`;
}

/** Whether the edit adds errors. */
function isBroken({ ok, hasBrokenBase }: Preview): boolean {
  return !ok && !hasBrokenBase;
}

function brokenText({ problems }: Preview): string {
  return hasOnlyUnsafeChanges(problems) ? texts.unsafe : texts.editor.broken;
}

function Verdict({ preview, isChanged }: { readonly preview: Preview; readonly isChanged: boolean }) {
  const { ok, tenant, ceiling } = preview;
  const broken = isBroken(preview);
  const title = broken ? brokenText(preview) : isChanged ? texts.editor.preview : texts.editor.waiting;
  const { before, after } = ceiling;
  return (
    <div>
      <p class={`verdict ${broken ? 'bad' : isChanged ? 'good' : ''}`}>{title}</p>
      {!isMember() && <p class="quiet">{tenant === undefined ? texts.editor.shared : texts.editor.scope(tenant)}</p>}
      {ok && before && after && before.amount !== after.amount && (
        <p class="numeric">
          {texts.editor.ceiling}: {formatMoney(before)} → <b>{formatMoney(after)}</b> {texts.perMonth}
        </p>
      )}
    </div>
  );
}

function EffectBody({ preview, view }: { readonly preview: Preview; readonly view: View }) {
  const { changes, problems, objects, hasBrokenBase } = preview;
  if (view === 'problems')
    return problems.length > 0 ? <ProblemList problems={problems} /> : <Empty title={texts.noProblems} />;
  if (view === 'objects')
    return (
      <>
        {objects.map(({ key, text }) => (
          <details key={key} class="object-fold">
            <summary>{key}</summary>
            <Yaml text={text} label={key} />
          </details>
        ))}
      </>
    );
  if (hasBrokenBase) return <p class="notice warn">{texts.editor.brokenBase}</p>;
  return changes.length > 0 ? <ChangeList changes={changes} /> : <Empty title={texts.diff.none} />;
}
