import { liveStates } from '../app/live.ts';
import { texts } from '../app/texts.ts';
import { timeText } from './time.tsx';

/**
 * Shows how current the state of the cluster is. Shows nothing before the first response or, for quotas, if the gateway
 * never read the cluster.
 */
export function LiveNote({ of: method }: { readonly of: keyof typeof liveStates.value }) {
  const { cluster } = texts;
  const state = liveStates.value[method];
  if (!state || (state.asOf === null && method === 'quotaUse')) return null;
  const { available, asOf, reason = '', notCounted = '' } = state;
  if (asOf === null) return <Warning text={cluster.neverRead(reason)} />;
  if (!available) return <Warning text={cluster.unavailable(reason, timeText(asOf))} />;
  return (
    <>
      <p class="quiet opened">{cluster.asOf(timeText(asOf))}</p>
      {notCounted !== '' && <Warning text={cluster.notCounted(notCounted)} />}
    </>
  );
}

function Warning({ text }: { readonly text: string }) {
  return (
    <p class="notice warn" role="status">
      {text}
    </p>
  );
}
