import { texts } from '../app/texts.ts';
import type { Schedule } from '../model/hibernation.ts';
import type { NamespaceNow } from '../model/live-state.ts';
import { StateChip } from '../parts/live-state.tsx';

interface StatesProps {
  readonly schedule: Schedule;
  readonly stateOf: (namespace: string) => NamespaceNow;
}

/** The state of each namespace in the cluster, and whether it differs from the schedule. */
export function StatesNow({ schedule: { namespaces, now }, stateOf }: StatesProps) {
  return (
    <>
      <h3>{texts.live.title}</h3>
      <ul class="list">
        {namespaces.map((name) => (
          <li key={name}>
            <span class="strong">{name}</span>
            <StateChip now={stateOf(name)} />
            {differs(stateOf(name), now) && <span class="chip warn">{texts.live.differs}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function differs(now: NamespaceNow, scheduled: Schedule['now']): boolean {
  return ['awake', 'asleep', 'partly'].includes(now) && now !== scheduled;
}
