import { useEffect } from 'preact/hooks';
import { changes, loadChanges } from '../app/gateway.ts';
import { printable } from '../app/printable.ts';
import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { SubmittedChange } from '../data/gateway.ts';
import { RiskLabel } from '../parts/labels.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Day } from '../parts/time.tsx';
import { ChangePage } from './change.tsx';
import { PullLink, StateLabel } from './change-parts.tsx';

/** The submitted changes, or one of them. */
export function ChangesPage({ id }: { readonly id: string | undefined }) {
  useEffect(() => void loadChanges(), []);
  if (id !== undefined)
    return <Show of={changes.value}>{(all) => <ChangePage change={all.find((one) => one.id === id)} />}</Show>;
  return (
    <Page title={texts.pages.changes} lead={texts.changes.lead}>
      <Show of={changes.value}>{(all) => <List all={all} />}</Show>
    </Page>
  );
}

function List({ all }: { readonly all: readonly SubmittedChange[] }) {
  const { changes: words } = texts;
  if (all.length === 0) return <Empty title={words.none} help={words.noneHelp} />;
  return (
    <div class="card flush">
      <PagedTable
        label={texts.pages.changes}
        columns={[
          { title: words.change },
          { title: words.state },
          { title: words.risk },
          { title: words.by },
          { title: words.date },
        ]}
        rows={all.map((change) => ({
          key: change.id,
          cells: () => [
            <span key="title" class="role">
              <a class="strong" href={link(['changes', change.id])}>
                {printable(change.title)}
              </a>
              <PullLink change={change} />
            </span>,
            <StateLabel key="state" state={change.state} />,
            change.risk ? <RiskLabel key="risk" risk={change.risk} /> : '–',
            change.user,
            <Day key="date" of={change.createdAt} />,
          ],
        }))}
      />
    </div>
  );
}
