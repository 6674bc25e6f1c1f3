import { result } from '../app/client.ts';
import { isMember } from '../app/gateway.ts';
import { at, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { TenantProblem } from '../model/overview.ts';
import { Filter, matches } from '../parts/field.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';
import { More, usePages } from '../parts/paged-table.tsx';
import { ProblemList } from '../parts/problems.tsx';

/** The problems of the repository. */
export function ProblemsPage() {
  return (
    <Page title={texts.pages.problems}>
      <Show of={result('overview', at()).value}>{({ problems }) => <List problems={problems} />}</Show>
    </Page>
  );
}

function List({ problems }: { readonly problems: readonly TenantProblem[] }) {
  const { q = '' } = route.value.params;
  const found = problems.filter(({ at: { file }, code, message, tenants }) =>
    matches(q, file, code, message, ...tenants),
  );
  const { shown, more } = usePages(found.length);
  const help = isMember() ? texts.member.healthyHelp : texts.problem.noneHelp;
  if (problems.length === 0) return <Empty title={texts.problem.none} help={help} />;
  return (
    <>
      <div class="toolbar">
        <Filter
          label={texts.problems}
          placeholder={texts.search}
          value={q}
          onInput={(value) => replaceParams({ q: value })}
        />
        <p class="quiet" role="status">
          {texts.count(found.length, 'problem', 'problems')}
        </p>
      </div>
      {found.length === 0 && <NoMatch />}
      <ProblemList problems={found.slice(0, shown)} />
      <More shown={shown} all={found.length} onMore={more} />
    </>
  );
}
