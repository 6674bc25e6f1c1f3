import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { answer, ask } from '../app/client.ts';
import { draftOf, setDraft } from '../app/drafts.ts';
import { formatRoute } from '../app/route.ts';
import { at, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { Blame } from '../parts/blame.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';
import { Effect, type Timed } from './edit-effect.tsx';
import { NewFile } from './edit-new.tsx';
import { Propose } from './edit-propose.tsx';
import { lazy } from './lazy.tsx';
import { NewTenant } from './new-tenant.tsx';
import { TextEditor } from './text-editor.tsx';

const Form = lazy(async () => (await import('../form/form.tsx')).Form);

/** Edits a file, and shows the effect of the edit at each keystroke. */
export function EditPage() {
  const { file, new: isNew } = route.value.params;
  if (file !== undefined) return <EditFile key={`${file} ${at()}`} path={file} />;
  if (isNew === 'tenant') return <NewTenant />;
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
    text.value = original ?? '';
    replacement.value = { text: text.value };
  };
  const isChanged = text.value !== original;
  const view = viewOf(route.value.params['view']);
  const problems = (timed?.preview.problems ?? []).filter((problem) => problem.at.file === path);
  const change = (value: string) => {
    text.value = value;
    // An editor that is opened later must not replace the text again.
    replacement.value = undefined;
  };
  const shared = { path, text: text.value, isReadOnly: isPast, problems, onChange: change };
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
      <Views current={view} />
      {view === 'blame' ? (
        <BlameFile path={path} line={lineOf()} />
      ) : (
        <div class="workbench">
          {view === 'form' ? (
            <Form {...shared} />
          ) : (
            <TextEditor {...shared} initial={text.value} replacement={replacement.value} line={lineOf()} />
          )}
          {!isPast && <Effect timed={timed} isChanged={isChanged} failed={failed} />}
        </div>
      )}
    </Page>
  );
}

const views = ['form', 'yaml', 'blame'] as const;
type View = (typeof views)[number];

function viewOf(text: string | undefined): View {
  return views.find((view) => view === text) ?? 'yaml';
}

function lineOf(): number {
  return Number(route.value.params['line'] ?? 0);
}

/** The views of a file, as links. */
function Views({ current }: { readonly current: View }) {
  const { steps, params } = route.value;
  return (
    <nav class="segments" aria-label={texts.form.view}>
      {views.map((view) => (
        <a
          key={view}
          href={formatRoute({ steps, params: { ...params, view: view === 'yaml' ? '' : view, line: '' } })}
          aria-current={view === current ? 'page' : undefined}
        >
          {texts.form.views[view]}
        </a>
      ))}
    </nav>
  );
}

function BlameFile({ path, line }: { readonly path: string; readonly line: number }) {
  return (
    <Show of={answer('blameFile', at(), path).value}>
      {(lines) =>
        lines.length === 0 ? (
          <Empty title={texts.blame.empty} />
        ) : (
          <div class="card flush">
            <Blame lines={lines} label={texts.blame.lead} line={line} />
          </div>
        )
      }
    </Show>
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
