import { useMemo } from 'preact/hooks';
import { ask, result } from '../app/client.ts';
import { setDraft } from '../app/drafts.ts';
import { isMember } from '../app/gateway.ts';
import { at, goTo, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Schedule } from '../model/hibernation.ts';
import { type NamespaceNow, stateFinder } from '../model/live-state.ts';
import { scheduleConflicts } from '../model/schedule-conflicts.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { SourceLink } from '../parts/labels.tsx';
import { StateNote, showsCluster } from '../parts/live-state.tsx';
import { Page, Section, Show } from '../parts/page.tsx';
import { More, usePages } from '../parts/paged-table.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { StatesNow } from './hibernation-now.tsx';
import { timeText, Week } from './hibernation-week.tsx';

/** When namespaces hibernate. */
export function HibernationPage() {
  const now = useMemo(() => Math.floor(Date.now() / 60_000) * 60_000, []);
  return (
    <Page
      title={texts.pages.hibernation}
      lead={texts.hibernation.lead}
      actions={
        !isMember() && (
          <a class="button" href={link(['edit'], { new: 'file', kind: 'ClusterResourceSupervisor' })}>
            {texts.hibernation.create}
          </a>
        )
      }
    >
      <Conflicts />
      <Show of={result('schedules', at(), now).value}>
        {(schedules) => <Schedules schedules={schedules} now={now} />}
      </Show>
    </Page>
  );
}

/** Namespaces with several schedules. */
function Conflicts() {
  const overview = result('overview', at()).value;
  const conflicts = overview.state === 'ready' ? scheduleConflicts(overview.value.problems) : [];
  if (conflicts.length === 0) return null;
  return (
    <Section title={texts.hibernation.conflicts}>
      <p class="pad quiet">{texts.hibernation.conflictsHelp}</p>
      <ProblemList problems={conflicts} />
    </Section>
  );
}

interface SchedulesProps {
  readonly schedules: readonly Schedule[];
  readonly now: number;
}

function Schedules({ schedules, now }: SchedulesProps) {
  const { shown, more } = usePages(schedules.length, 20);
  const found = showsCluster() ? result('sleeping', '').value : ({ state: 'loading' } as const);
  if (schedules.length === 0) return <EmptyState title={texts.hibernation.empty} help={texts.hibernation.emptyHelp} />;
  const stateOf = found.state === 'ready' && found.value.asOf !== null ? stateFinder(found.value) : undefined;
  return (
    <>
      <StateNote of={texts.live.state} from={found} />
      {schedules.slice(0, shown).map((schedule) => (
        <Card key={schedule.name} schedule={schedule} now={now} stateOf={stateOf} />
      ))}
      <More shown={shown} all={schedules.length} onMore={more} />
    </>
  );
}

interface CardProps {
  readonly schedule: Schedule;
  readonly now: number;
  /** The state of a namespace in the cluster; undefined if the gateway never read the cluster. */
  readonly stateOf: ((namespace: string) => NamespaceNow) | undefined;
}

function Card({ schedule, now, stateOf }: CardProps) {
  const { hibernation } = texts;
  const isAsleep = schedule.now === 'asleep';
  return (
    <Section
      title={schedule.name}
      aside={
        <span class={`chip ${isAsleep ? 'plain' : 'good'}`}>
          {isAsleep ? hibernation.nowAsleep : hibernation.nowAwake}
        </span>
      }
    >
      <Facts schedule={schedule} />
      {stateOf && <StatesNow schedule={schedule} stateOf={stateOf} />}
      <h3>{hibernation.week}</h3>
      <Week schedule={schedule} now={now} />
      <h3>{hibernation.next}</h3>
      <ul class="list">
        {schedule.changes.slice(0, 4).map(({ at: instant, to }) => (
          <li key={instant}>
            <span class={`chip ${to === 'asleep' ? 'plain' : 'good'}`}>{hibernation.to[to]}</span>
            <time dateTime={new Date(instant).toISOString()}>{timeText(instant)}</time>
          </li>
        ))}
      </ul>
      <Proposals schedule={schedule} />
    </Section>
  );
}

/** Opens a change of the schedule in the editor, where the user can review and propose it. */
function Proposals({ schedule: { source, place, sleep } }: { readonly schedule: Schedule }) {
  const { file = '' } = source ?? {};
  const stored = result('file', undefined, file).value;
  if (isMember() && at() === undefined && stored.state === 'ready' && stored.value === undefined)
    return <p class="pad quiet">{texts.hibernation.ofPlatform}</p>;
  if (!place || at() !== undefined || stored.state !== 'ready' || stored.value === undefined) return null;
  const sleepNow = async () => {
    const edit = { document: place.document, path: ['spec', 'schedule'], value: {} };
    const { value } = stored;
    const text = value && 'text' in value ? await ask('editFields', value.text, [edit]) : undefined;
    if (text === undefined) return;
    setDraft(file, text);
    goTo(link(['edit'], { file }));
  };
  return (
    <div class="proposals">
      {sleep !== undefined && (
        <button type="button" class="button" onClick={sleepNow}>
          {texts.hibernation.sleepNow}
        </button>
      )}
      {place.isWholeFile && (
        <a class="button" href={link(['edit'], { file, delete: '1' })}>
          {texts.hibernation.wakeNow}
        </a>
      )}
      <a class="button" href={link(['edit'], { file, view: 'form' })}>
        {texts.hibernation.change}
      </a>
    </div>
  );
}

function Facts({ schedule: { namespaces, sleep, wake, timeZone, source } }: { readonly schedule: Schedule }) {
  const { hibernation } = texts;
  return (
    <dl class="facts">
      <div>
        <dt>{texts.namespaces}</dt>
        <dd>{namespaces.join(', ') || hibernation.noNamespaces}</dd>
      </div>
      <div>
        <dt>{hibernation.sleep}</dt>
        <dd>{sleep === undefined ? hibernation.always : <code>{sleep}</code>}</dd>
      </div>
      <div>
        <dt>{hibernation.wake}</dt>
        <dd>{wake === undefined ? hibernation.never : <code>{wake}</code>}</dd>
      </div>
      <div>
        <dt>{hibernation.zone}</dt>
        <dd>{timeZone}</dd>
      </div>
      <div>
        <dt>{texts.source}</dt>
        <dd>
          <SourceLink source={source} />
        </dd>
      </div>
    </dl>
  );
}
