import type { Session } from '../data/gateway.ts';
import type { GatewayClient } from '../data/gateway-client.ts';
import { ask, forget, respondWith } from './client.ts';
import { liveCluster, liveSince } from './live.ts';
import { memberCosts } from './member-costs.ts';
import { memberOf } from './member-reader.ts';
import { memberService, snapshotOfMember } from './member-service.ts';

/** The console then shows the state of the cluster and stored costs, if the gateway can read them. */
export async function enterAsAdministrator(gateway: GatewayClient, session: Session): Promise<void> {
  const member = memberOf(gateway, session);
  const live = await liveCluster(member.read);
  respondWith({ ...(session.costs === 'stored' ? memberCosts(member) : {}), ...live?.service });
  forget(['bill', 'recentCosts', 'tenantUse', 'labels', 'quotaUse', 'capacity', 'volumes', 'health']);
  liveSince.value = live?.asOf;
}

/** Switches the console to what the gateway renders for the person. Rejects if the gateway does not respond. */
export async function enterAsMember(gateway: GatewayClient, session: Session): Promise<void> {
  const member = memberOf(gateway, session);
  const snapshot = await snapshotOfMember(member);
  await ask('open', snapshot);
  respondWith(memberService(member, gateway, snapshot));
}
