import { answer } from '../app/client.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { QuotaView } from '../model/quota.ts';
import { TenantLink } from '../parts/labels.tsx';
import { Page, Section, Show } from '../parts/page.tsx';
import { QuotaTable } from './quota-table.tsx';

const most = 100;

/** The quotas of all tenants. */
export function QuotasPage() {
  return (
    <Page title={texts.pages.quotas} lead={texts.quota.lead}>
      <Show of={answer('quotas', at()).value}>{(quotas) => <List quotas={quotas} />}</Show>
    </Page>
  );
}

function List({ quotas }: { readonly quotas: readonly QuotaView[] }) {
  const limited = quotas.filter(({ resources }) => resources.length > 0);
  const others = quotas.filter(({ resources }) => resources.length === 0);
  return (
    <>
      {limited.slice(0, most).map((quota) => (
        <section key={quota.tenant} class="block">
          <h2>
            <a href={link(['tenants', quota.tenant, 'quota'])}>{quota.tenant}</a>
          </h2>
          <QuotaTable quota={quota} />
        </section>
      ))}
      {others.length > 0 && (
        <Section title={texts.quota.withoutQuota}>
          <p class="names">
            {others.slice(0, most).map(({ tenant }) => (
              <TenantLink key={tenant} name={tenant} />
            ))}
          </p>
        </Section>
      )}
    </>
  );
}
