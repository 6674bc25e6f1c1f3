import { result } from '../app/client.ts';
import { isMember } from '../app/gateway.ts';
import { at, link, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { QuotaView } from '../model/quota.ts';
import { EmptyState, isBroken } from '../parts/empty-state.tsx';
import { Filter, matches } from '../parts/field.tsx';
import { TenantLink } from '../parts/labels.tsx';
import { LiveNote } from '../parts/live-note.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Page, Section, Show } from '../parts/page.tsx';
import { More, usePages } from '../parts/paged-table.tsx';
import { QuotaTable } from './quota-table.tsx';

/** The quotas of all tenants. */
export function QuotasPage() {
  return (
    <Page
      title={texts.pages.quotas}
      lead={texts.quota.lead}
      actions={
        !isMember() && (
          <a class="button" href={link(['edit'], { new: 'file', kind: 'Quota' })}>
            {texts.quota.create}
          </a>
        )
      }
    >
      <LiveNote of="quotaUse" />
      <Show of={result('quotas', at()).value}>{(quotas) => <List quotas={quotas} />}</Show>
    </Page>
  );
}

function List({ quotas }: { readonly quotas: readonly QuotaView[] }) {
  const { q = '' } = route.value.params;
  const found = quotas.filter(({ tenant }) => matches(q, tenant));
  const limited = found.filter(({ resources }) => resources.length > 0);
  const others = isBroken() ? [] : found.filter(({ resources }) => resources.length === 0);
  const { shown, more } = usePages(limited.length, 50);
  if (quotas.every(({ resources }) => resources.length === 0) && others.length === 0)
    return <EmptyState title={texts.quota.empty} help={texts.quota.emptyHelp} />;
  return (
    <>
      <div class="toolbar">
        <Filter
          label={texts.quota.filter}
          placeholder={texts.quota.placeholder}
          value={q}
          onInput={(value) => replaceParams({ q: value })}
        />
        <p class="quiet" role="status">
          {texts.quota.limited(limited.length)}
        </p>
      </div>
      {found.length === 0 && <NoMatch />}
      {limited.slice(0, shown).map((quota) => (
        <section key={quota.tenant} class="block">
          <h2>
            <a href={link(['tenants', quota.tenant, 'quota'])}>{quota.tenant}</a>
          </h2>
          <QuotaTable quota={quota} />
        </section>
      ))}
      <More shown={shown} all={limited.length} onMore={more} />
      {others.length > 0 && <Unlimited quotas={others} />}
    </>
  );
}

function Unlimited({ quotas }: { readonly quotas: readonly QuotaView[] }) {
  const { shown, more } = usePages(quotas.length);
  return (
    <Section title={texts.quota.withoutQuota}>
      <p class="names">
        {quotas.slice(0, shown).map(({ tenant }) => (
          <TenantLink key={tenant} name={tenant} />
        ))}
      </p>
      <More shown={shown} all={quotas.length} onMore={more} />
    </Section>
  );
}
