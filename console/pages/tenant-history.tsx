import { result } from '../app/client.ts';
import { formatRoute } from '../app/route.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { TenantCommit } from '../model/tenant-history.ts';
import { CommitLink, RequestLink } from '../parts/commit.tsx';
import { Empty, Section, Show } from '../parts/page.tsx';

/** Who changed the files of a tenant, when, and with which pull request. */
export function TenantHistoryPage({ name }: { readonly name: string }) {
  return (
    <Show of={result('tenantHistory', at(), name).value}>
      {({ commits, isComplete }) => (
        <Section title={texts.tabs.history} aside={<a href={link(['history'])}>{texts.tenantHistory.all}</a>}>
          <p class="pad quiet">{texts.tenantHistory.lead}</p>
          {commits.length === 0 && <Empty title={texts.tenantHistory.none} />}
          <ol class="commits">
            {commits.map((commit) => (
              <Item key={commit.sha} commit={commit} tenant={name} />
            ))}
          </ol>
          {!isComplete && <p class="pad quiet">{texts.history.incomplete}</p>}
        </Section>
      )}
    </Show>
  );
}

function Item({ commit, tenant }: { readonly commit: TenantCommit; readonly tenant: string }) {
  const { sha, subject, author, date, parent } = commit;
  return (
    <li>
      <div>
        <p class="strong">{subject}</p>
        <p class="quiet">
          <CommitLink commit={commit} /> <RequestLink commit={commit} /> · {author} ·{' '}
          <time dateTime={date}>{date.slice(0, 16).replace('T', ' ')}</time>
        </p>
      </div>
      <div class="actions">
        {parent !== undefined && (
          <a class="button small" href={formatRoute({ steps: ['history'], params: { base: parent, head: sha } })}>
            {texts.history.compare}
            <span class="hidden"> {subject}</span>
          </a>
        )}
        <a class="button small" href={formatRoute({ steps: ['tenants', tenant], params: { at: sha } })}>
          {texts.tenantHistory.view}
          <span class="hidden"> {subject}</span>
        </a>
      </div>
    </li>
  );
}
