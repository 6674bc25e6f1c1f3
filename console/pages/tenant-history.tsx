import { result } from '../app/client.ts';
import { isMember } from '../app/gateway.ts';
import { formatRoute } from '../app/route.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { CommitItem } from '../parts/commit.tsx';
import { Empty, Section, Show } from '../parts/page.tsx';

/** Who changed the files of a tenant, when, and with which pull request. */
export function TenantHistoryPage({ name }: { readonly name: string }) {
  return (
    <Show of={result('tenantHistory', at(), name).value}>
      {({ commits, isComplete }) => (
        <Section
          title={texts.tabs.history}
          aside={!isMember() && <a href={link(['history'])}>{texts.tenantHistory.all}</a>}
        >
          <p class="pad quiet">
            {texts.tenantHistory.lead} {!isMember() && texts.tenantHistory.shared}
          </p>
          {commits.length === 0 && <Empty title={texts.tenantHistory.none} />}
          <ol class="commits">
            {commits.map((commit) => (
              <CommitItem
                key={commit.sha}
                commit={commit}
                parent={commit.parent}
                view={{
                  href: formatRoute({ steps: ['tenants', name], params: { at: commit.sha } }),
                  title: texts.tenantHistory.view,
                }}
              />
            ))}
          </ol>
          {!isComplete && <p class="pad quiet">{texts.history.incomplete}</p>}
        </Section>
      )}
    </Show>
  );
}
