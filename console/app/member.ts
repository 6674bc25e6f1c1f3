import type { Session } from '../data/gateway.ts';
import type { GatewayClient } from '../data/gateway-client.ts';
import { answerWith, ask } from './client.ts';
import { memberOf } from './member-reader.ts';
import { memberService, snapshotOfMember } from './member-service.ts';

/** Switches the console to what the gateway renders for the person. Rejects if the gateway does not respond. */
export async function enterAsMember(gateway: GatewayClient, session: Session): Promise<void> {
  const member = memberOf(gateway, session);
  const snapshot = await snapshotOfMember(member);
  await ask('open', snapshot);
  answerWith(memberService(member, gateway, snapshot));
}
