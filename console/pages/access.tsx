import { result } from '../app/client.ts';
import { at, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { AccessRow } from '../model/access.ts';
import { Filter, matches } from '../parts/field.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Page, Show } from '../parts/page.tsx';
import { AccessTable } from './access-table.tsx';

/** Who can do what and where, in all tenants or for one user. */
export function AccessPage() {
  const { user = '' } = route.value.params;
  return (
    <Page title={texts.pages.access} lead={texts.access.lead}>
      <label class="choice user">
        <span>{texts.access.user}</span>
        <input
          type="text"
          value={user}
          placeholder={texts.access.userPlaceholder}
          aria-describedby="user-help"
          autocomplete="off"
          spellcheck={false}
          onChange={({ currentTarget }) => replaceParams({ user: currentTarget.value.trim() })}
        />
        <span id="user-help" class="quiet">
          {texts.access.userHelp}
        </span>
      </label>
      {user === '' ? (
        <Show of={result('access', at()).value}>{(rows) => <All rows={rows} />}</Show>
      ) : (
        <Show of={result('accessOf', at(), user).value}>
          {({ groups, rows }) => (
            <>
              {groups.length > 0 && <p class="notice">{texts.access.memberOf(groups)}</p>}
              {rows.length > 0 ? <AccessTable rows={rows} showsTenant /> : <p class="notice">{texts.access.nothing}</p>}
            </>
          )}
        </Show>
      )}
    </Page>
  );
}

function All({ rows }: { readonly rows: readonly AccessRow[] }) {
  const { q = '' } = route.value.params;
  const shown = rows.filter(({ subject, tenant, namespace, role }) =>
    matches(q, subject.kind, subject.name, tenant, namespace, role.name),
  );
  return (
    <>
      <div class="toolbar">
        <Filter
          label={texts.access.filter}
          placeholder={texts.access.placeholder}
          value={q}
          onInput={(value) => replaceParams({ q: value })}
        />
        <p class="quiet" role="status">
          {texts.count(shown.length, 'permission', 'permissions')}
        </p>
      </div>
      {shown.length === 0 && rows.length > 0 ? <NoMatch /> : <AccessTable rows={shown} showsTenant />}
    </>
  );
}
