import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { result } from '../app/client.ts';
import { baseOf, setBase, setDraft } from '../app/drafts.ts';
import { texts } from '../app/texts.ts';
import { ProposeDialog } from './propose-dialog.tsx';

interface ProposeChangeProps {
  readonly path: string;
  /** Undefined deletes the file. */
  readonly text: string | undefined;
  /** Undefined for a new file. */
  readonly original: string | undefined;
  readonly ok: boolean;
  readonly replace: ((text: string) => void) | undefined;
}

/** Opens the dialog that proposes an edit. Stores the commit on which the edit is based. */
export function ProposeChange({ path, text, original, ok, replace }: ProposeChangeProps) {
  const isOpen = useSignal(false);
  const overview = result('overview', undefined).value;
  const head = overview.state === 'ready' ? overview.value.head?.sha : undefined;
  const isEdit = text !== undefined;
  const show = (value: boolean) => () => {
    isOpen.value = value;
  };
  useEffect(() => {
    if (isEdit && head !== undefined && baseOf(path) === undefined) setBase(path, head);
  }, [path, head, isEdit]);
  if (head === undefined) return null;
  const base = (isEdit ? baseOf(path) : undefined) ?? head;
  const restart = (merged: string | undefined, from: string | undefined) => {
    if (restarted(path, merged, from)) return;
    replace?.(merged ?? '');
    isOpen.value = false;
  };
  return (
    <>
      <button type="button" class="button primary" disabled={!ok} onClick={show(true)}>
        {texts.propose.open}
      </button>
      {isOpen.value && <ProposeDialog {...{ path, text, original, base, restart }} close={show(false)} />}
    </>
  );
}

/**
 * Reloads the page at the newest commit, with a text that is based on a commit. Returns false if the browser has no storage,
 * because reloading would lose the text.
 */
function restarted(path: string, text: string | undefined, base: string | undefined): boolean {
  const isStored = text === undefined || setDraft(path, text);
  setBase(path, base);
  if (isStored) location.reload();
  return isStored;
}
