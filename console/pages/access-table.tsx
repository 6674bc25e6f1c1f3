import { texts } from '../app/texts.ts';
import type { AccessRow, Subject } from '../model/access.ts';
import { SourceLink, TenantLink } from '../parts/labels.tsx';
import { Empty } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';

interface AccessTableProps {
  readonly rows: readonly AccessRow[];
  readonly showsTenant?: boolean;
}

/** Who can do what, where, and why. */
export function AccessTable({ rows, showsTenant = false }: AccessTableProps) {
  const { access } = texts;
  if (rows.length === 0) return <Empty title={access.empty} help={access.emptyHelp} />;
  return (
    <div class="card flush">
      <PagedTable
        label={texts.pages.access}
        columns={[
          { title: access.who },
          ...(showsTenant ? [{ title: texts.tenant }] : []),
          { title: access.where },
          { title: access.what },
          { title: access.why },
        ]}
        rows={rows.map((row) => ({
          key: `${row.binding} ${row.subject.kind} ${row.subject.name}`,
          cells: () => [
            <Who key="who" subject={row.subject} />,
            ...(showsTenant ? [<TenantLink key="tenant" name={row.tenant} />] : []),
            row.namespace || <em>{access.cluster}</em>,
            <Role key="role" row={row} />,
            <Because key="why" row={row} />,
          ],
        }))}
      />
    </div>
  );
}

/** A user, group or service account. */
export function Who({ subject }: { readonly subject: Subject }) {
  return (
    <span class="subject">
      <span class="quiet">{subject.kind}</span>
      <span class="strong">
        {subject.namespace !== '' && `${subject.namespace}/`}
        {subject.name}
      </span>
    </span>
  );
}

function Role({ row: { role, rules } }: { readonly row: AccessRow }) {
  return (
    <span class="role">
      <span class="strong">{role.name}</span>
      <span class="quiet">{rules.length > 0 ? rules.join('; ') : texts.access.builtIn}</span>
    </span>
  );
}

function Because({ row: { binding, source } }: { readonly row: AccessRow }) {
  return (
    <span class="role">
      <span>{binding.replace('.rbac.authorization.k8s.io', '')}</span>
      <SourceLink source={source} />
    </span>
  );
}
