import { useSignal } from '@preact/signals';
import { texts } from '../app/texts.ts';
import type { Conflict } from '../data/gateway.ts';
import { hasConflictMarkers, versionsOf } from '../model/submitted-changes.ts';
import { Yaml } from '../parts/yaml.tsx';

interface ConflictProps {
  readonly conflict: Conflict;
  readonly onContinue: (merged: string) => void;
  readonly onCancel: () => void;
}

/** The three versions of a file that someone else changed, and the merged text to continue with. */
export function ConflictView({ conflict, onContinue, onCancel }: ConflictProps) {
  const merged = useSignal(conflict.merged.text);
  const isMarked = hasConflictMarkers(merged.value);
  const { conflict: words } = texts;
  return (
    <div class="proposal">
      <p class="quiet">{words.lead}</p>
      <Versions conflict={conflict} />
      <label class="choice">
        <span>{words.merged}</span>
        <textarea
          class="merged"
          rows={14}
          spellcheck={false}
          value={merged.value}
          onInput={({ currentTarget }) => {
            merged.value = currentTarget.value;
          }}
        />
      </label>
      <p class={`notice ${isMarked ? 'warn' : ''}`} role="status">
        {words[statusOf(conflict, isMarked)]}
      </p>
      <div class="actions">
        <button type="button" class="button" onClick={onCancel}>
          {texts.propose.cancel}
        </button>
        <button type="button" class="button primary" disabled={isMarked} onClick={() => onContinue(merged.value)}>
          {words.continue}
        </button>
      </div>
    </div>
  );
}

function statusOf({ merged: { hasConflicts } }: Conflict, isMarked: boolean) {
  if (isMarked) return hasConflicts ? 'clashes' : 'marked';
  return hasConflicts ? 'resolved' : 'clean';
}

function Versions({ conflict }: { readonly conflict: Conflict }) {
  const { versions } = texts.conflict;
  return (
    <div class="versions">
      {versionsOf(conflict).map(({ sort, text }) => (
        <div key={sort}>
          <h3>{versions[sort]}</h3>
          <Yaml text={text} label={versions[sort]} />
        </div>
      ))}
    </div>
  );
}
