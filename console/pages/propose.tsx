import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer } from '../app/client.ts';
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

/** Opens the dialog that proposes an edit. Remembers the commit from which the edit began. */
export function ProposeChange({ path, text, original, ok, replace }: ProposeChangeProps) {
  const isOpen = useSignal(false);
  const overview = answer('overview', undefined).value;
  const head = overview.state === 'ready' ? overview.value.head?.sha : undefined;
  const isEdit = text !== undefined;
  useEffect(() => {
    if (isEdit && head !== undefined && baseOf(path) === undefined) setBase(path, head);
  }, [path, head, isEdit]);
  if (head === undefined) return null;
  /** Loads the page again at the newest commit. Without storage, that would lose the text, so the page keeps it. */
  const restart = (merged: string | undefined, base: string | undefined) => {
    const isStored = merged === undefined || setDraft(path, merged);
    setBase(path, base);
    if (isStored) return location.reload();
    replace?.(merged);
    isOpen.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="button primary"
        disabled={!ok}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {texts.propose.open}
      </button>
      {isOpen.value && (
        <ProposeDialog
          path={path}
          text={text}
          original={original}
          base={(isEdit ? baseOf(path) : undefined) ?? head}
          restart={restart}
          close={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
