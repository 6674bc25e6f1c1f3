import type { Session } from '../data/gateway.ts';
import type { GatewayClient } from '../data/gateway-client.ts';
import { ask, refresh, respondWith } from './client.ts';
import { keepReading } from './keep-reading.ts';
import { isLive, liveCluster, liveMethods, liveTenants } from './live.ts';
import { memberCosts } from './member-costs.ts';
import { memberOf } from './member-reader.ts';
import { memberService, snapshotOfMember } from './member-service.ts';

/** Switches the console to the state of the cluster and to stored costs, if the gateway can read them. */
export async function enterAsAdministrator(gateway: GatewayClient, session: Session): Promise<void> {
  const member = memberOf(gateway, session);
  const live = liveCluster(member.read);
  const costs = session.costs === 'stored' ? memberCosts(member) : {};
  const tenants = liveTenants(member.read);
  const start = () => {
    respondWith({ ...costs, ...tenants, ...(isLive() ? live : {}) });
    refresh(['bill', 'recentCosts', 'tenantUse', 'labels', ...liveMethods]);
  };
  const readFirst = async () => {
    await live.health();
    if (isLive()) start();
  };
  await readFirst().catch(() => undefined);
  if (!isLive()) start();
  keepReading(async () => isLive() || (await readFirst()));
}

/**
 * Switches the console to what the gateway renders for the person. Rejects if the gateway does not return the files of
 * the person's tenants.
 */
export async function enterAsMember(gateway: GatewayClient, session: Session): Promise<void> {
  const member = memberOf(gateway, session);
  const snapshot = await snapshotOfMember(member);
  await ask('open', snapshot);
  respondWith(memberService(member, gateway, snapshot));
  keepReading();
}
