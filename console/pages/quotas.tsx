import { result } from '../app/client.ts';
import { isMember } from '../app/gateway.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { QuotaView } from '../model/quota.ts';
import { TenantLink } from '../parts/labels.tsx';
import { LiveNote } from '../parts/live-note.tsx';
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
  const limited = quotas.filter(({ resources }) => resources.length > 0);
  const others = quotas.filter(({ resources }) => resources.length === 0);
  const { shown, more } = usePages(limited.length, 50);
  const rest = usePages(others.length);
  return (
    <>
      {limited.slice(0, shown).map((quota) => (
        <section key={quota.tenant} class="block">
          <h2>
            <a href={link(['tenants', quota.tenant, 'quota'])}>{quota.tenant}</a>
          </h2>
          <QuotaTable quota={quota} />
        </section>
      ))}
      <More shown={shown} all={limited.length} onMore={more} />
      {others.length > 0 && (
        <Section title={texts.quota.withoutQuota}>
          <p class="names">
            {others.slice(0, rest.shown).map(({ tenant }) => (
              <TenantLink key={tenant} name={tenant} />
            ))}
          </p>
          <More shown={rest.shown} all={others.length} onMore={rest.more} />
        </Section>
      )}
    </>
  );
}
