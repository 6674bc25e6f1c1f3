import type { Answer } from '../cluster/answer.ts';
import { listed } from '../data/listed.ts';
import { describeWrite, type Log } from './log.ts';
import type { Observer } from './reconcile.ts';
import type { Status } from './status.ts';
import { tenantKey } from './tenants/objects.ts';
import type { TenantObserver } from './tenants/reconcile.ts';

/** Reports requests to the status and the log. */
export function observerOf(status: Status, log: Log): Observer & TenantObserver {
  const logFailure = (answer: Answer, fields: Readonly<Record<string, string>>) => {
    if (!answer.ok && answer.status !== 409) log('error', answer.message, fields);
  };
  return {
    settled: status.settle,
    wrote: (write, answer, key) => {
      status.count(write.type, answer);
      note(status, write.type, key, answer);
      logFailure(answer, describeWrite(write));
      if (answer.ok) log('info', 'wrote', describeWrite(write));
    },
    bypassed: (volume, answer) => {
      status.count('event', answer);
      // The event already exists.
      if (answer.status === 409) status.settle(volume.name);
      else note(status, 'event', volume.name, answer);
      logFailure(answer, { volume: volume.name });
    },
    wroteTenant: (write, answer) => {
      status.count(write.type, answer);
      const fields = { write: write.type, resource: tenantKey(write.resource) };
      if (answer.status !== 422) note(status, `${write.type} of ${write.resource.collection}`, fields.resource, answer);
      logFailure(answer, fields);
      if (answer.ok) log('info', 'wrote', fields);
      const others = [...new Set(write.resource.otherWriters)];
      if (others.length > 0) log('warning', otherWritersText(others), fields);
    },
    postedEvent: (resource, answer) => {
      status.count('event', answer);
      if (!answer.ok) log('warning', answer.message, { resource: tenantKey(resource) });
    },
    read: (part, answer) => {
      // A deleted object is a normal result of a read.
      if (answer.ok || answer.status === 404) status.report(part, undefined);
      else if (isRejected(answer)) status.report(part, answer);
      if (answer.status !== 404) logFailure(answer, {});
    },
  };
}

function otherWritersText(names: readonly string[]): string {
  const [verb, programs] = names.length === 1 ? ['writes', 'this program'] : ['write', 'these programs'];
  return `${listed(names)} also ${verb} the status; stop ${programs}`;
}

/**
 * After a rejected write, the sidecar is not ready until the write succeeds for the object, or the object needs no write.
 * Tenant resources that are rejected with 422, for example by their definition, do not count.
 */
function note(status: Status, part: string, key: string, answer: Answer): void {
  if (answer.ok) status.reportWrite(part, key, undefined);
  else if (isRejected(answer)) status.reportWrite(part, key, answer);
}

/** Whether the API server rejected the request, for example because of RBAC (403) or an admission policy (422). */
function isRejected(answer: Answer): boolean {
  return answer.status === 403 || answer.status === 422;
}
