import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Result } from '../app/client.ts';
import { setDraft } from '../app/drafts.ts';
import { failureText } from '../app/failure-text.ts';
import { gateway, putChange, resultOf } from '../app/gateway.ts';
import { goTo, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { ChangeEffect, Failure } from '../data/gateway.ts';
import { proposedTitle } from '../model/submitted-changes.ts';
import { Show } from '../parts/page.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { ConflictView } from './conflict.tsx';
import { EffectVerdict } from './effect-verdict.tsx';
import { newKey } from './new-key.ts';

interface DialogProps {
  readonly path: string;
  readonly text: string | undefined;
  readonly original: string | undefined;
  /** The commit on which the edit is based. */
  readonly base: string;
  /** Continues the edit on another commit, with a given text or the stored one. */
  readonly restart: (text: string | undefined, base: string | undefined) => void;
  readonly close: () => void;
}

/** Shows the gateway's verdict on an edit, and submits the edit. The edit remains stored until the forge has received it. */
export function ProposeDialog(props: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const failure = useSignal<Failure | undefined>(undefined);
  useEffect(() => dialog.current?.showModal(), []);
  const { text, restart } = props;
  const found = failure.value;
  const conflict = found?.why === 'conflict' && text !== undefined ? found.conflicts[0] : undefined;
  return (
    <dialog
      ref={dialog}
      class={conflict ? 'sheet wide' : 'sheet'}
      aria-labelledby="propose-title"
      onClose={props.close}
    >
      <h2 id="propose-title">{conflict ? texts.conflict.title : texts.propose.title}</h2>
      {conflict && found?.why === 'conflict' ? (
        <ConflictView
          conflict={conflict}
          onContinue={(merged) => restart(merged, found.head)}
          onCancel={() => dialog.current?.close()}
        />
      ) : (
        <Proposal
          {...props}
          failure={found}
          onFailure={(one) => {
            failure.value = one;
          }}
        />
      )}
    </dialog>
  );
}

interface ProposalProps extends DialogProps {
  readonly failure: Failure | undefined;
  readonly onFailure: (failure: Failure | undefined) => void;
}

function Proposal(props: ProposalProps) {
  const { path, text, original, restart, close, failure } = props;
  const title = useSignal(proposedTitle(path, text, original));
  const description = useSignal('');
  const effect = useEffectOf(props);
  const { isSending, submit } = useSubmit(props, title, description);
  const isPossible = effect.state === 'ready' && effect.value.ok && effect.value.verdict.verdict !== 'denied';
  return (
    <form class="proposal" onSubmit={submit}>
      <p class="quiet">{texts.propose.lead}</p>
      <Show of={effect}>{(found) => <EffectVerdict effect={found} />}</Show>
      <label class="choice">
        <span>{texts.propose.subject}</span>
        <input type="text" required maxLength={120} value={title.value} onInput={entered(title)} />
      </label>
      <label class="choice">
        <span>{texts.propose.description}</span>
        <textarea rows={3} maxLength={10_000} value={description.value} onInput={entered(description)} />
      </label>
      {failure && <FailureNotice failure={failure} again={() => restart(text, undefined)} />}
      <div class="actions">
        <button type="button" class="button" onClick={close}>
          {texts.propose.cancel}
        </button>
        <button type="submit" class="button primary" disabled={!isPossible || isSending}>
          {isSending ? texts.propose.sending : texts.propose.submit}
        </button>
      </div>
    </form>
  );
}

function entered(into: Signal<string>) {
  return ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
    into.value = currentTarget.value;
  };
}

/** Sends a proposal. A retry with the same content uses the same key, so it does not create another change. */
function useSubmit(
  { path, text, base, onFailure }: ProposalProps,
  title: ReadonlySignal<string>,
  description: ReadonlySignal<string>,
) {
  const isSending = useSignal(false);
  const sent = useRef({ content: '', key: '' });
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isSending.value || !gateway) return;
    isSending.value = true;
    onFailure(undefined);
    const files = [{ path, text: text ?? null }];
    const request = { title: title.value.trim(), description: description.value, files };
    const content = JSON.stringify([base, request]);
    if (sent.current.content !== content) sent.current = { content, key: newKey() };
    const reply = await gateway.propose(request, { base, key: sent.current.key });
    isSending.value = false;
    if (!reply.ok) return onFailure(reply.failure);
    putChange(reply.value);
    setDraft(path, undefined);
    goTo(link(['changes', reply.value.id]));
  };
  return { isSending: isSending.value, submit };
}

/** The effect on the newest commit, computed by the gateway. */
function useEffectOf({ path, text }: Pick<DialogProps, 'path' | 'text'>): Result<ChangeEffect> {
  const found = useSignal<Result<ChangeEffect>>({ state: 'loading' });
  useEffect(() => {
    void gateway?.preview([{ path, text: text ?? null }]).then((reply) => {
      found.value = resultOf(reply);
    });
  }, []);
  return found.value;
}

interface NoticeProps {
  readonly failure: Failure;
  /** Continues on the newest commit. */
  readonly again: () => void;
}

function FailureNotice({ failure, again }: NoticeProps) {
  const { why } = failure;
  return (
    <div role="alert">
      <p class={`notice ${why === 'kept' ? 'warn' : 'bad'}`}>{failureText(failure)}</p>
      {why === 'kept' && <a href={link(['changes', failure.change.id])}>{texts.propose.kept}</a>}
      {(why === 'rewritten' || why === 'conflict') && (
        <button type="button" class="button" onClick={again}>
          {texts.propose.again}
        </button>
      )}
      {why === 'invalid' && failure.problems.length > 0 && (
        <ProblemList problems={failure.problems.map((problem) => ({ ...problem, tenants: [] }))} />
      )}
    </div>
  );
}
