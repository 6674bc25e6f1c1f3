import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { result } from '../app/client.ts';
import { draftOf, setDraft } from '../app/drafts.ts';
import { isMember } from '../app/gateway.ts';
import { formatRoute } from '../app/route.ts';
import { at, goTo, link, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { Blame } from '../parts/blame.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';
import { Effect, type Timed } from './edit-effect.tsx';
import { NewFile } from './edit-new.tsx';
import { Propose } from './edit-propose.tsx';
import { lazy } from './lazy.tsx';
import { NewTenant } from './new-tenant.tsx';
import { TextEditor } from './text-editor.tsx';
import { usePreview } from './use-preview.ts';

const Form = lazy(async () => (await import('../form/form.tsx')).Form);

/** Edits a file, and shows the effect of the edit after each keystroke. */
export function EditPage() {
  const { file, new: isNew } = route.value.params;
  if (file !== undefined) return <EditFile key={`${file} ${at()}`} path={file} />;
  if (isNew === 'tenant') return <NewTenant />;
  return isNew === undefined ? <Empty title={texts.notFound} /> : <NewFile />;
}

function EditFile({ path }: { readonly path: string }) {
  return (
    <Show of={result('file', at(), path).value}>
      {(file) => {
        if (file && 'unreadable' in file) return <Empty title={texts.editor.cannotRead} help={path} />;
        const draft = draftOf(path);
        if (!file && draft === undefined) return <Empty title={texts.editor.missing(path)} />;
        if (route.value.params['delete'] === '1' && file) return <Deletion path={path} />;
        return <Editing path={path} original={file?.text} />;
      }}
    </Show>
  );
}

/** The effect of the deletion of a file. */
function Deletion({ path }: { readonly path: string }) {
  const { timed, failed } = usePreview(path, undefined, at() !== undefined);
  const back = () => goTo(link(['edit'], { file: path }));
  return (
    <Page
      title={texts.editor.delete(path.split('/').at(-1) ?? path)}
      above={{ href: link(['edit'], { file: path }), title: texts.editor.title }}
      lead={path}
      actions={<Propose path={path} text={undefined} original="" ok={timed?.preview.ok} discard={back} />}
    >
      <Effect timed={timed} isChanged failed={failed} />
    </Page>
  );
}

interface EditingProps {
  readonly path: string;
  /** Undefined for a new file. */
  readonly original: string | undefined;
}

function Editing({ path, original }: EditingProps) {
  const isPast = at() !== undefined;
  const draft = useDraft(path, original, isPast);
  const { timed, failed } = usePreview(path, draft.text, isPast);
  const isChanged = draft.text !== original;
  const ok = timed?.preview.ok;
  const view = viewOf(route.value.params['view']);
  return (
    <Page
      title={path.split('/').at(-1) ?? path}
      above={filesLink()}
      lead={path}
      actions={isChanged && !isPast ? <Propose path={path} ok={ok} {...{ original, ...draft }} /> : null}
    >
      {isPast && <p class="notice warn">{texts.editor.past}</p>}
      <div class="toolbar">
        <Views current={view} />
        {!isPast && original !== undefined && (
          <a class="button small" href={link(['edit'], { file: path, delete: '1' })}>
            {texts.editor.deleteFile}
          </a>
        )}
      </div>
      {view === 'blame' ? (
        <BlameFile path={path} line={lineOf()} />
      ) : (
        <div class="workbench">
          <Input view={view} path={path} draft={draft} isPast={isPast} timed={timed} />
          {!isPast && <Effect timed={timed} isChanged={isChanged} failed={failed} />}
        </div>
      )}
    </Page>
  );
}

function filesLink() {
  return { href: link(['files']), title: texts.pages.files };
}

interface Draft {
  readonly text: string;
  /** The text that replaces the text of an open editor. */
  readonly replacement: { readonly text: string } | undefined;
  readonly change: (text: string) => void;
  /** Changes the text, including that of an open editor. */
  readonly replace: (text: string) => void;
  readonly discard: () => void;
}

/** The edited text of a file, which is stored until the tab is closed. */
function useDraft(path: string, original: string | undefined, isPast: boolean): Draft {
  const text = useSignal((isPast ? undefined : draftOf(path)) ?? original ?? '');
  const replacement = useSignal<Draft['replacement']>(undefined);
  useEffect(() => {
    if (!isPast) setDraft(path, text.value === original ? undefined : text.value);
  }, [text.value, path, original, isPast]);
  const replace = (value: string) => {
    text.value = value;
    replacement.value = { text: value };
  };
  const change = (value: string) => {
    text.value = value;
    // An editor that opens later must not replace the text again.
    replacement.value = undefined;
  };
  return { text: text.value, replacement: replacement.value, change, replace, discard: () => replace(original ?? '') };
}

interface InputProps {
  readonly view: View;
  readonly path: string;
  readonly draft: Draft;
  readonly isPast: boolean;
  readonly timed: Timed | undefined;
}

/** The text as a form or in an editor. */
function Input({ view, path, draft, isPast, timed }: InputProps) {
  const { text, replacement, change } = draft;
  const problems = (timed?.preview.problems ?? []).filter((problem) => problem.at.file === path);
  const shared = { isReadOnly: isPast, problems, onChange: change };
  if (view === 'form') return <Form {...shared} path={path} text={text} />;
  return <TextEditor {...shared} initial={text} replacement={replacement} line={lineOf()} />;
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
  const shown = isMember() ? views.filter((view) => view !== 'blame') : views;
  return (
    <nav class="segments" aria-label={texts.form.view}>
      {shown.map((view) => (
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
    <Show of={result('blameFile', at(), path).value}>
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
