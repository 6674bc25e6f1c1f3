import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { readFailureText } from '../app/failure-text.ts';
import { gateway, putChange, session } from '../app/gateway.ts';
import { printable } from '../app/printable.ts';
import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { SubmittedChange } from '../data/gateway.ts';
import { branchOf, isUndecided, mayWithdraw, stepsOf } from '../model/submitted-changes.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { RiskLabel, TenantLink } from '../parts/labels.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { Instant } from '../parts/time.tsx';
import { PullLink } from './change-parts.tsx';

/** A change and its progress. */
export function ChangePage({ change }: { readonly change: SubmittedChange | undefined }) {
  const { changes } = texts;
  if (!change)
    return (
      <Page title={changes.change}>
        <Empty title={changes.missing}>
          <a href={link(['changes'])}>{changes.all}</a>
        </Empty>
      </Page>
    );
  return (
    <Page
      title={printable(change.title)}
      above={{ href: link(['changes']), title: texts.pages.changes }}
      lead={printable(change.description) || undefined}
      actions={<Withdraw change={change} />}
    >
      <ol class="steps" aria-label={changes.state}>
        {stepsOf(change).map(({ state, sort }) => (
          <li key={state} class={sort} aria-current={sort === 'current' ? 'step' : undefined}>
            {changes.states[state]}
          </li>
        ))}
      </ol>
      <p class="notice" role="status">
        {changes.stateHelp[change.state]} {change.needsPlatform && isUndecided(change) && changes.platform}
      </p>
      {change.failure !== undefined && (
        <p class="notice bad">
          {changes.failure}: {change.failure}
        </p>
      )}
      <Facts change={change} />
    </Page>
  );
}

function Facts({ change }: { readonly change: SubmittedChange }) {
  const { changes } = texts;
  const { pull, risk, tenants, files, commit, user, createdAt, checks } = change;
  return (
    <dl class="facts card pad">
      {pull && (
        <Fact title={pull.url === undefined ? changes.branch : changes.pull(undefined)}>
          <PullLink change={change} />
        </Fact>
      )}
      {pull && pull.url === undefined && isUndecided(change) && <Merge change={change} />}
      <Fact title={changes.commit}>
        <code>{commit.slice(0, 7)}</code>
      </Fact>
      {risk && (
        <Fact title={changes.risk}>
          <RiskLabel risk={risk} />
        </Fact>
      )}
      {checks !== undefined && checks !== 'none' && <Fact title={changes.checks}>{checks}</Fact>}
      <Fact title={changes.tenants}>
        {tenants.map((name) => (
          <span key={name}>
            <TenantLink name={name} />{' '}
          </span>
        ))}
      </Fact>
      <Fact title={changes.files}>{files.join(', ')}</Fact>
      <Fact title={changes.by}>{user}</Fact>
      <Fact title={changes.date}>
        <Instant of={createdAt} />
      </Fact>
    </dl>
  );
}

/** The git command that merges a change in a repository without a forge. */
function Merge({ change }: { readonly change: SubmittedChange }) {
  const command = texts.changes.merge(branchOf(change));
  return (
    <Fact title={texts.changes.mergeWith}>
      <code>{command}</code> <CopyButton label={texts.cluster.copy} text={command} />
    </Fact>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Withdraw({ change }: { readonly change: SubmittedChange }) {
  const failed = useSignal('');
  const current = session.value;
  if (current.state !== 'ready' || !mayWithdraw(change, current.value)) return null;
  const withdraw = async () => {
    const reply = await gateway?.close(change.id);
    if (reply?.ok) putChange(reply.value);
    else if (reply) failed.value = readFailureText(reply.failure);
  };
  return (
    <>
      <span class="quiet" role="status">
        {failed.value}
      </span>
      <button type="button" class="button" onClick={withdraw}>
        {texts.changes.withdraw}
      </button>
    </>
  );
}
