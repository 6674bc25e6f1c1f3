import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { NamespaceRow } from '../model/namespaces.ts';
import type { TenantView } from '../model/tenant-view.ts';
import { formatMoney, KindLabel, SourceLink } from '../parts/labels.tsx';
import { Empty, Section } from '../parts/page.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { Table } from '../parts/table.tsx';
import { Stat } from './dashboard.tsx';
import { lazy } from './lazy.tsx';

const TenantLive = lazy(async () => (await import('./tenant-live.tsx')).TenantLive);

export function TenantOverview({ tenant }: { readonly tenant: TenantView }) {
  const { namespaces, objects, ceiling, problems, quota } = tenant;
  return (
    <>
      {problems.length > 0 && (
        <Section title={texts.dashboard.attention}>
          <ProblemList problems={problems.slice(0, 3)} />
        </Section>
      )}
      <dl class="stats">
        <Stat title={texts.namespaces} value={namespaces.length} />
        <Stat title={texts.objects} value={<a href={link(['tenants', tenant.name, 'objects'])}>{objects.length}</a>} />
        <Stat title={texts.tabs.quota} value={quota.totals.map(({ name }) => name).join(', ') || texts.none} />
        {ceiling && <Stat title={`${texts.ceiling} ${texts.perMonth}`} value={formatMoney(ceiling)} />}
      </dl>
      <TenantLive tenant={tenant.name} namespaces={namespaces.map(({ name }) => name)} />
      <Documents tenant={tenant} />
      <div class="two">
        <Namespaces rows={namespaces} tenant={tenant.name} />
        <Members tenant={tenant} />
      </div>
      <Secrets names={tenant.secrets} />
    </>
  );
}

function Documents({ tenant: { documents } }: { readonly tenant: TenantView }) {
  return (
    <Section title={texts.overview.documents}>
      <Table
        label={texts.overview.documents}
        columns={[
          { title: texts.overview.document },
          { title: texts.kind },
          { title: texts.overview.refersTo },
          { title: texts.objects, isNumber: true },
          { title: texts.source },
        ]}
        rows={documents.map((document) => ({
          key: `${document.file}:${document.line}`,
          cells: [
            document.label,
            <KindLabel key="kind" kind={document.kind} />,
            document.refersTo.join(', ') || <span class="quiet">–</span>,
            document.objects,
            <SourceLink key="source" source={document} />,
          ],
        }))}
      />
    </Section>
  );
}

function Namespaces({ rows, tenant }: { readonly rows: readonly NamespaceRow[]; readonly tenant: string }) {
  return (
    <Section title={texts.namespaces}>
      {rows.length === 0 && <Empty title={texts.overview.noNamespaces} />}
      <ul class="list">
        {rows.map(({ name, objects, limits, hibernates }) => (
          <li key={name}>
            <a class="strong" href={link(['tenants', tenant, 'objects'], { q: `${name}/` })}>
              {name}
            </a>
            <span class="quiet">
              {texts.count(objects, 'object', 'objects')}
              {limits.length > 0 && ` · ${limits.map((kind) => texts.limits[kind]).join(', ')}`}
            </span>
            {hibernates && (
              <a class="chip plain" href={link(['hibernation'])}>
                {texts.namespacePage.sleeps}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Members({ tenant: { roles, name } }: { readonly tenant: TenantView }) {
  const assigned = roles.filter(({ users, groups }) => users.length + groups.length > 0);
  return (
    <Section title={texts.overview.roles} aside={<a href={link(['tenants', name, 'access'])}>{texts.tabs.access}</a>}>
      {assigned.length === 0 && <Empty title={texts.overview.noRoles} />}
      <dl class="roles">
        {assigned.map(({ role, users, groups }) => (
          <div key={role}>
            <dt>{role}</dt>
            <dd>
              {[
                ...groups.map((group) => ['Group', group] as const),
                ...users.map((user) => ['User', user] as const),
              ].map(([kind, member]) => (
                <span key={`${kind} ${member}`} class="member">
                  <span class="quiet">{kind}</span> {member}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Secrets({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Section title={texts.overview.secrets}>
      <ul class="list">
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}
