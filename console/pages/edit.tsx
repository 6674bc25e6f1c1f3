import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { answer, ask } from '../app/client.ts';
import { draftOf, setDraft } from '../app/drafts.ts';
import { at, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { Empty, Page, Show } from '../parts/page.tsx';
import { Effect, type Timed } from './edit-effect.tsx';
import { NewFile } from './edit-new.tsx';
import { Propose } from './edit-propose.tsx';
import { TextEditor } from './text-editor.tsx';

/** Edits a file, and shows the effect of the edit at each keystroke. */
export function EditPage() {
  const { file, new: isNew } = route.value.params;
  if (file !== undefined) return <EditFile key={`${file} ${at()}`} path={file} />;
  return isNew === undefined ? <Empty title={texts.notFound} /> : <NewFile />;
}

function EditFile({ path }: { readonly path: string }) {
  return (
    <Show of={answer('file', at(), path).value}>
      {(file) => {
        if (file && 'unreadable' in file) return <Empty title={texts.editor.cannotRead} help={path} />;
        const draft = draftOf(path);
        if (!file && draft === undefined) return <Empty title={texts.editor.missing(path)} />;
        return <Editing path={path} original={file?.text} />;
      }}
    </Show>
  );
}

interface EditingProps {
  readonly path: string;
  /** Undefined for a new file. */
  readonly original: string | undefined;
}

function Editing({ path, original }: EditingProps) {
  const isPast = at() !== undefined;
  const text = useSignal((isPast ? undefined : draftOf(path)) ?? original ?? '');
  const replacement = useSignal<{ readonly text: string } | undefined>(undefined);
  useEffect(() => {
    if (!isPast) setDraft(path, text.value === original ? undefined : text.value);
  }, [text.value, path, original, isPast]);
  const { timed, failed } = usePreview(path, text.value, isPast);
  const discard = () => {
    replacement.value = { text: original ?? '' };
  };
  const isChanged = text.value !== original;
  return (
    <Page
      title={path.split('/').at(-1) ?? path}
      lead={path}
      actions={
        isChanged && !isPast ? (
          <Propose path={path} text={text.value} ok={timed?.preview.ok ?? false} discard={discard} />
        ) : null
      }
    >
      {isPast && <p class="notice warn">{texts.editor.past}</p>}
      <div class="workbench">
        <TextEditor
          initial={text.value}
          replacement={replacement.value}
          isReadOnly={isPast}
          line={Number(route.value.params['line'] ?? 0)}
          problems={(timed?.preview.problems ?? []).filter((problem) => problem.at.file === path)}
          onChange={(value) => {
            text.value = value;
          }}
        />
        <Effect timed={timed} isChanged={isChanged} failed={failed} />
      </div>
    </Page>
  );
}

interface PreviewState {
  readonly timed: Timed | undefined;
  /** The reason why there is no preview; empty if there is one. */
  readonly failed: string;
}

/** Renders the newest text. Skips texts that were entered while a render runs. */
function usePreview(path: string, text: string, isPast: boolean): PreviewState {
  const shown = useSignal<PreviewState>({ timed: undefined, failed: '' });
  const queue = useRef<{ isBusy: boolean; next: string | undefined }>({ isBusy: false, next: undefined });
  useEffect(() => {
    const state = queue.current;
    if (isPast) return;
    state.next = text;
    if (!state.isBusy) void renderNext();
    async function renderNext(): Promise<void> {
      const { next } = state;
      if (next === undefined) return;
      Object.assign(state, { next: undefined, isBusy: true });
      shown.value = await timedPreview(path, next);
      state.isBusy = false;
      await renderNext();
    }
  }, [text, path, isPast, shown]);
  return shown.value;
}

async function timedPreview(path: string, text: string): Promise<PreviewState> {
  const start = performance.now();
  try {
    const preview = await ask('preview', { path, text });
    return { timed: { preview, milliseconds: Math.round(performance.now() - start) }, failed: '' };
  } catch (error) {
    return { timed: undefined, failed: error instanceof Error ? error.message : String(error) };
  }
}
