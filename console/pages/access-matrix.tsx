import { own } from '../../data/own.ts';
import { texts } from '../app/texts.ts';
import type { AccessRow } from '../model/access.ts';
import { accessMatrix } from '../model/access-matrix.ts';
import { Section } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Who } from './access-table.tsx';

/** The roles of each subject in each namespace. */
export function AccessMatrixTable({ rows }: { readonly rows: readonly AccessRow[] }) {
  const { namespaces, subjects } = accessMatrix(rows);
  if (subjects.length === 0) return null;
  return (
    <Section title={texts.access.matrix}>
      <PagedTable
        label={texts.access.matrix}
        columns={[{ title: texts.access.who }, ...namespaces.map((name) => ({ title: name || texts.access.cluster }))]}
        rows={subjects.map(({ key, subject, roles }) => ({
          key,
          cells: () => [
            <Who key="who" subject={subject} />,
            ...namespaces.map((name) => <Roles key={name} names={own(roles, name) ?? []} />),
          ],
        }))}
      />
    </Section>
  );
}

/** Built-in roles that can grant access to others. They are highlighted. */
const strong = ['admin', 'cluster-admin'];

function Roles({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span class="quiet">–</span>;
  return (
    <span class="chips">
      {names.map((name) => (
        <span key={name} class={`chip ${strong.includes(name) ? 'good' : 'plain'}`}>
          {name}
        </span>
      ))}
    </span>
  );
}
