import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { HealthRow } from '../model/health.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Instant } from '../parts/time.tsx';

const tones = { ready: 'good', waiting: 'plain', degraded: 'bad', missing: 'warn' } as const;

/** Each workload of the platform: its state, since when, and what to do. */
export function PlatformHealth({ rows }: { readonly rows: readonly HealthRow[] }) {
  const { health } = texts;
  if (rows.length === 0) return <Empty title={health.noParts} help={health.noPartsHelp} />;
  const problems = rows.filter(({ state }) => state === 'missing' || state === 'degraded').length;
  return (
    <>
      <p class={`notice ${problems > 0 ? 'bad' : 'good'}`} role="status">
        {problems > 0 ? health.problems(problems, rows.length) : health.fine(rows.length)}
      </p>
      <div class="card flush">
        <PagedTable
          label={texts.cluster.tabs.health}
          columns={[
            { title: health.part },
            { title: health.state },
            { title: health.since },
            { title: health.ready, isNumber: true },
            { title: health.action },
          ]}
          rows={rows.map((row) => ({ key: row.key, cells: () => cellsOf(row) }))}
        />
      </div>
    </>
  );
}

function cellsOf(row: HealthRow) {
  const { kind, name, namespace, state, since, pods, image } = row;
  return [
    <span key="part" class="part">
      <span>
        {name} <span class="quiet">{kind}</span>
      </span>
      <span class="quiet">{image === '' ? namespace : `${namespace} · ${image}`}</span>
    </span>,
    <span key="state" class={`chip ${tones[state]}`}>
      {texts.health.states[state]}
    </span>,
    since === '' ? <span class="quiet">–</span> : <Since key="since" of={since} isRun={pods === undefined} />,
    pods ? `${pods.ready} of ${pods.wanted}` : '–',
    <Action key="action" row={row} />,
  ];
}

function Since({ of: instant, isRun }: { readonly of: string; readonly isRun: boolean }) {
  return (
    <span>
      {isRun && texts.health.lastRun} <Instant of={instant} />
    </span>
  );
}

function Action({ row: { state, reason, command } }: { readonly row: HealthRow }) {
  const { health } = texts;
  if (command === '') return <span class="quiet">{texts.none}</span>;
  return (
    <span class="part">
      <span>{state === 'missing' ? health.missing : reason || health.degraded}</span>
      <span class="copy-line start">
        <code class="command">{command}</code>
        <CopyButton label={texts.cluster.copy} text={command} />
      </span>
      {state === 'missing' && <a href={link(['configuration'])}>{texts.pages.configuration}</a>}
    </span>
  );
}
