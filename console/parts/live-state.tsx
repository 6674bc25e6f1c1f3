import type { Result } from '../app/client.ts';
import { gateway } from '../app/gateway.ts';
import { at } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { LiveState, NamespaceNow, SyncSummary } from '../model/live-state.ts';
import { timeText } from './time.tsx';

/** Whether the page can show the state of the cluster: it is about the current files, and has a gateway. */
export function showsCluster(): boolean {
  return gateway !== undefined && at() === undefined;
}

/** A single note with the oldest time if all responses are current, otherwise a note for each response. */
export function StateNotes({ of }: { readonly of: readonly (readonly [name: string, from: Result<LiveState>])[] }) {
  const times = of.map(([, from]) => (from.state === 'ready' && from.value.available ? from.value.asOf : null));
  const [oldest] = times.toSorted();
  const isCurrent = times.every((time) => time !== null) && typeof oldest === 'string';
  if (isCurrent) return <p class="quiet state-note">{texts.live.asOf(timeText(oldest))}</p>;
  return (
    <div class="state-notes">
      {of.map(([name, from]) => (
        <StateNote key={name} of={name} from={from} />
      ))}
    </div>
  );
}

/** How current a response about the cluster is, or why there is none. `of` is its name if the page shows several. */
export function StateNote({ from, of }: { readonly from: Result<LiveState>; readonly of?: string }) {
  const text = noteOf(from);
  const isCurrent = from.state === 'ready' && from.value.available;
  return (
    <p class={isCurrent ? 'quiet state-note' : 'state-note off'} role={isCurrent ? undefined : 'status'}>
      {of === undefined ? text : `${of}: ${text}`}
    </p>
  );
}

function noteOf(from: Result<LiveState>): string {
  const { live } = texts;
  if (!gateway) return live.noGateway;
  if (at() !== undefined) return live.past;
  if (from.state === 'failed') return live.neverRead(from.message);
  if (from.state === 'loading' || from.value.reason === '') return live.reading;
  const { available, asOf, reason = '' } = from.value;
  if (asOf === null) return live.neverRead(reason);
  return available ? live.asOf(timeText(asOf)) : live.unavailable(reason, timeText(asOf));
}

const stateTones: Readonly<Partial<Record<NamespaceNow, string>>> = {
  awake: 'good',
  terminating: 'warn',
  missing: 'warn',
};

export function StateChip({ now }: { readonly now: NamespaceNow }) {
  return <span class={`chip ${stateTones[now] ?? 'plain'}`}>{texts.live.states[now]}</span>;
}

const healthTones: Readonly<Record<string, string>> = { Healthy: 'good', Degraded: 'bad', Missing: 'warn' };

export function HealthChip({ health }: { readonly health: string }) {
  const known: Readonly<Record<string, string>> = texts.live.healths;
  return <span class={`chip ${healthTones[health] ?? 'plain'}`}>{known[health] ?? health}</span>;
}

export function SyncChip({ sync }: { readonly sync: SyncSummary }) {
  const { live } = texts;
  const differing = sync.outOfSync.length;
  return (
    <span class={`chip ${differing === 0 ? 'good' : 'warn'}`}>
      {differing === 0 ? live.synced : live.outOfSync(differing)}
    </span>
  );
}
