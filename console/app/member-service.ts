import type { Service } from '../core/service.ts';
import type { ChangeEffect, Reply } from '../data/gateway.ts';
import type { GatewayClient } from '../data/gateway-client.ts';
import { type Snapshot, snapshotFormat } from '../data/snapshot.ts';
import type { AccessRow } from '../model/access.ts';
import type { Edit } from '../model/edits.ts';
import type { Schedule } from '../model/hibernation.ts';
import type { NamespaceRow } from '../model/namespaces.ts';
import type { Preview } from '../model/preview.ts';
import type { QuotaView } from '../model/quota.ts';
import type { Simulation } from '../model/simulation.ts';
import type { TemplateView } from '../model/templates.ts';
import type { TenantView } from '../model/tenant-view.ts';
import { liveTenants, liveUse } from './live.ts';
import { memberCosts, memberHistory } from './member-costs.ts';
import { overviewOfMember, rowsOf } from './member-lists.ts';
import { type Member, valueIn } from './member-reader.ts';

/** Milliseconds before a preview. */
const pause = 250;

/** The requests for which the gateway returns only what the person may see. The core handles all other requests. */
export function memberService(member: Member, gateway: GatewayClient, snapshot: Snapshot) {
  const { read } = member;
  const rights = (query: Readonly<Record<string, string | undefined>>) => read<readonly AccessRow[]>('/access', query);
  return {
    overview: async (at: string | undefined) => overviewOfMember(member, snapshot, at),
    tenants: async (at: string | undefined) => rowsOf(member, at),
    tenant: (at: string | undefined, name: string) => read<TenantView>(`/tenants/${encodeURIComponent(name)}`, { at }),
    namespaces: (at: string | undefined) => read<readonly NamespaceRow[]>('/namespaces', { at }),
    quotas: (at: string | undefined) => read<readonly QuotaView[]>('/quotas', { at }),
    templates: (at: string | undefined) => read<readonly TemplateView[]>('/templates', { at }),
    access: (at: string | undefined, tenant?: string) => rights({ at, tenant }),
    accessOf: async (at: string | undefined, user: string) => ({ groups: [], rows: await rights({ at, user }) }),
    schedules: (at: string | undefined) => read<readonly Schedule[]>('/hibernation', { at }),
    commits: async () => ({ isComplete: true, commits: [] }),
    ...memberCosts(member),
    ...memberHistory(member),
    ...liveUse(read),
    ...liveTenants(read),
    simulate: async (_: string | undefined, object: string, namespace: string) =>
      simulationIn(await gateway.simulate<Verdicts>(object, namespace)),
    preview: async (edit: Edit) => {
      // During the pause, the page keeps only the newest text for the next preview, so the gateway renders less often.
      await new Promise((done) => setTimeout(done, pause));
      const files = [{ path: edit.path, text: edit.text ?? null }];
      return previewOf(valueIn(await gateway.preview(files)));
    },
  } satisfies Partial<Service>;
}

type Verdicts = Omit<Simulation, 'message'>;

/** The simulation in a response. If the gateway rejects the object as invalid, the simulation contains the reason. */
function simulationIn(reply: Reply<Verdicts>): Simulation {
  if (reply.ok) return { ...reply.value, message: '' };
  const { failure } = reply;
  if (failure.why !== 'invalid') return valueIn(reply);
  return { message: failure.detail, isHypothetical: false, objects: [] };
}

function previewOf({ ok, problems, baseProblems, changes, ceiling }: ChangeEffect): Preview {
  return {
    ...{ ok, problems, changes, tenant: undefined, objects: [] },
    hasBrokenBase: baseProblems.length > 0,
    ceiling: { before: ceiling?.before, after: ceiling?.after },
  };
}

/** The files of the person's tenants at a single commit, for forms and the editor. */
export async function snapshotOfMember({ session: { head }, read }: Member): Promise<Snapshot> {
  const { files } = await read<Pick<Snapshot, 'files'>>('/files', { at: head });
  const directory = files[0]?.path.split('/').slice(0, -1).join('/') ?? '';
  return {
    ...{ format: snapshotFormat, name: directory, directory, files },
    ...{ head: { sha: head, isClean: true }, editUrl: undefined, usage: undefined },
  };
}
