import type { Answer } from '../cluster/answer.ts';
import type { Client } from '../cluster/client.ts';
import { readList } from '../cluster/list.ts';
import { backoff, type Timing } from '../cluster/timing.ts';
import { valueAt } from '../data/tree.ts';
import { volumeFinalizer } from '../kubernetes/retention.ts';
import { decideUninstall } from './decide/claim.ts';
import { type Claim, keyOf } from './decide/objects.ts';
import { patchOf } from './decide/write.ts';
import { readClaimView } from './live.ts';
import type { Log } from './log.ts';
import { isOwnFinalizer } from './tenants/objects.ts';
import { resourcePart } from './tenants/projections.ts';
import { tenantPatchOf } from './tenants/write.ts';
import { followed } from './work/feed.ts';
import { parts } from './work/projections.ts';

export interface Uninstall {
  readonly client: Client;
  readonly timing: Timing;
  readonly log: Log;
  /** The namespace of the sidecar. */
  readonly namespace: string;
  /** Lists of tenant resources that can have a finalizer of the sidecar. */
  readonly collections: readonly string[];
}

/** The maximum number of attempts for each claim, and of checks whether the Deployment's Pods have terminated. */
const attempts = 10;

/**
 * Removes the finalizers of the sidecar from every claim and every tenant resource, after the sidecar has stopped adding them.
 * Volumes stay retained. Returns whether nothing is left to do.
 */
export async function uninstall(run: Uninstall, signal: AbortSignal): Promise<boolean> {
  if (!(await stopSidecar(run, signal))) return false;
  const claims = await claimsWithFinalizer(run);
  if (!claims) return false;
  let failed = 0;
  for (const claim of claims) if (!(await release(run, claim, signal))) failed++;
  run.log(failed === 0 ? 'info' : 'error', `claims released: ${claims.length - failed}, failed: ${failed}`);
  return (await releaseResources(run)) && failed === 0;
}

/**
 * Removes the sidecar's finalizer from each tenant resource. Without this finalizer, the deletion of a resource no longer waits
 * for its namespaces, and Argo CD decides whether to delete them. Returns whether no request failed.
 */
async function releaseResources({ client, log, collections }: Uninstall): Promise<boolean> {
  let isDone = true;
  for (const collection of collections) {
    const found = await readList(client, collection, resourcePart(collection));
    if (!found.ok && found.status !== 404) isDone = logFailure(log, found);
    for (const resource of found.ok ? found.items : []) {
      if (!resource.finalizers.some((finalizer) => isOwnFinalizer(resource, finalizer))) continue;
      const { path, body } = tenantPatchOf({ type: 'release-resource', resource });
      const written = await client.patch(path, body);
      if (!written.ok && written.status !== 404) isDone = logFailure(log, written);
    }
  }
  return isDone;
}

async function stopSidecar({ client, timing, log, namespace }: Uninstall, signal: AbortSignal): Promise<boolean> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/leasehold-sidecar`;
  const scaled = await client.patch(`${path}/scale`, { spec: { replicas: 0 } });
  if (!scaled.ok) return scaled.status === 404 || logFailure(log, scaled);
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt++) {
    const deployment = await client.get(path);
    if (!deployment.ok) return logFailure(log, deployment);
    if (valueAt(deployment.body, 'status', 'replicas') === undefined) return true;
    await timing.sleep(backoff(attempt, timing), signal);
  }
  log('error', 'the Pods of the Deployment leasehold-sidecar did not terminate in time; run the uninstall Job again');
  return false;
}

async function claimsWithFinalizer({ client, log }: Uninstall): Promise<readonly Claim[] | undefined> {
  const found = await readList(client, followed.claims, parts.cachedClaim);
  if (found.ok)
    return found.items.filter(({ finalizers, isUnread }) => isUnread || finalizers.includes(volumeFinalizer));
  logFailure(log, found);
  return undefined;
}

/** Each attempt reads the claim again and does the next of at most two writes. */
async function release(run: Uninstall, claim: Claim, signal: AbortSignal): Promise<boolean> {
  const { client, timing, log } = run;
  let reason = 'the Job was interrupted';
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt++) {
    const live = await readClaimView(client, { claim, namespace: undefined, templates: [], volume: undefined });
    if (live.ok === 'gone') return true;
    const write = live.ok ? decideUninstall(live.view) : 'wait';
    if (write === undefined) return true;
    const answer = write === 'wait' ? live : await client.patch(patchOf(write).path, patchOf(write).body);
    const retryAfter = answer.ok === false ? answer.retryAfter : 0;
    if (answer.ok === false) reason = answer.message;
    else if (write === 'wait') reason = 'Kubernetes has not bound its volume yet';
    if (!answer.ok || write === 'wait') await timing.sleep(Math.max(retryAfter, backoff(attempt, timing)), signal);
  }
  const message = `could not remove the finalizer of the claim: ${reason}; run the uninstall Job again`;
  log('error', message, { claim: keyOf(claim) });
  return false;
}

function logFailure(log: Log, answer: Extract<Answer, { readonly ok: false }>): false {
  log('error', answer.message);
  return false;
}
