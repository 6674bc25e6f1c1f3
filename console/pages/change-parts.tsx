import { texts } from '../app/texts.ts';
import type { ChangeState, SubmittedChange } from '../data/gateway.ts';
import { branchOf } from '../model/submitted-changes.ts';

const tones: Readonly<Record<ChangeState, string>> = {
  pending: 'warn',
  open: 'risk',
  merged: 'good',
  applied: 'good',
  closed: 'plain',
};

export function StateLabel({ state }: { readonly state: ChangeState }) {
  return <span class={`chip ${tones[state]}`}>{texts.changes.states[state]}</span>;
}

/** A link to the pull request or, without its URL, the name of the branch. Nothing before the forge has the change. */
export function PullLink({ change }: { readonly change: SubmittedChange }) {
  const { pull } = change;
  if (!pull) return null;
  if (pull.url === undefined || !/^https?:/.test(pull.url)) return <code>{branchOf(change)}</code>;
  return (
    <a href={pull.url} target="_blank" rel="noreferrer">
      {texts.changes.pull(pull.number)}
    </a>
  );
}
