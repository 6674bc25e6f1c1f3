import type { ComponentChildren } from 'preact';
import { result } from '../app/client.ts';
import { texts } from '../app/texts.ts';
import {
  type LiveNamespaces,
  type LiveSync,
  type NamespaceNow,
  stateFinder,
  syncSummary,
} from '../model/live-state.ts';
import { HealthChip, StateChip, StateNote, StateNotes, SyncChip, showsCluster } from '../parts/live-state.tsx';
import { Section } from '../parts/page.tsx';

interface TenantLiveProps {
  readonly tenant: string;
  readonly namespaces: readonly string[];
}

/** The state of a tenant in the cluster: which namespaces sleep, and what Argo CD has applied. */
export function TenantLive({ tenant, namespaces }: TenantLiveProps) {
  const { live } = texts;
  if (!showsCluster())
    return (
      <Section title={live.title}>
        <StateNote from={{ state: 'loading' }} />
      </Section>
    );
  const [sleeping, sync] = [result('sleeping', tenant).value, result('sync', tenant).value];
  const isRead = (asOf: string | null) => asOf !== null;
  return (
    <Section title={live.title}>
      <dl class="facts">
        {sleeping.state === 'ready' && isRead(sleeping.value.asOf) && (
          <Sleeping found={sleeping.value} namespaces={namespaces} />
        )}
        {sync.state === 'ready' && isRead(sync.value.asOf) && <Sync found={sync.value} />}
      </dl>
      <StateNotes
        of={[
          [texts.namespaces, sleeping],
          [live.sync, sync],
        ]}
      />
    </Section>
  );
}

/** How many namespaces are in each state. */
function Sleeping({ found, namespaces }: { readonly found: LiveNamespaces; readonly namespaces: readonly string[] }) {
  const stateOf = stateFinder(found);
  const counts = new Map<NamespaceNow, number>();
  for (const name of namespaces) counts.set(stateOf(name), (counts.get(stateOf(name)) ?? 0) + 1);
  return (
    <div>
      <dt>{texts.namespaces}</dt>
      <dd class="chips">
        {[...counts].map(([now, count]) => (
          <span key={now} class="chips">
            {count} <StateChip now={now} />
          </span>
        ))}
      </dd>
    </div>
  );
}

function Sync({ found: { resources, revision = '' } }: { readonly found: LiveSync }) {
  const { live } = texts;
  const sync = syncSummary(resources);
  if (sync.objects === 0) return <Fact title={live.sync}>{live.noObjects}</Fact>;
  return (
    <>
      <Fact title={live.sync}>
        <SyncChip sync={sync} /> <span class="quiet">{live.ofObjects(sync.objects)}</span>
      </Fact>
      <Fact title={live.health}>
        <HealthChip health={sync.health} />
      </Fact>
      {revision !== '' && (
        <Fact title={live.compared}>
          <code>{revision.slice(0, 7)}</code>
        </Fact>
      )}
      {sync.outOfSync.length > 0 && (
        <Fact title={live.notSynced}>
          {sync.outOfSync
            .slice(0, shownObjects)
            .map(({ key }) => key)
            .join(', ')}
          {sync.outOfSync.length > shownObjects && ' …'}
        </Fact>
      )}
    </>
  );
}

const shownObjects = 5;

function Fact({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
