import type { Answer } from '../cluster/answer.ts';
import { describeWrite, type Log } from './log.ts';
import type { Observer } from './reconcile.ts';
import type { Status } from './status.ts';
import { tenantKey } from './tenants/objects.ts';
import type { TenantObserver } from './tenants/reconcile.ts';

/** Reports requests to the status and the log. */
export function observerOf(status: Status, log: Log): Observer & TenantObserver {
  /** After a refusal by RBAC (403) or by a policy (422), the sidecar is not ready until a request of the kind succeeds. */
  const note = (part: string, answer: Answer, fields: Readonly<Record<string, string>>) => {
    if (answer.ok) status.report(part, undefined);
    else if (answer.status === 403 || answer.status === 422) status.report(part, answer);
    if (!answer.ok && answer.status !== 409) log('error', answer.message, fields);
  };
  return {
    wrote: (write, answer) => {
      status.count(write.type, answer);
      note(write.type, answer, describeWrite(write));
      if (answer.ok) log('info', 'wrote', describeWrite(write));
    },
    bypassed: (volume, answer) => {
      status.count('event', answer);
      note('event', answer, { volume: volume.name });
    },
    wroteTenant: (write, answer) => {
      status.count(write.type, answer);
      const fields = { write: write.type, resource: tenantKey(write.resource) };
      const part = `${write.type} of ${write.resource.collection}`;
      if (answer.ok || answer.status === 403) note(part, answer, fields);
      else if (answer.status !== 409) log('error', answer.message, fields);
      if (answer.ok) log('info', 'wrote', fields);
      const others = write.resource.otherWriters.join(', ');
      if (others !== '') log('warning', `${others} also writes the status: stop the operator`, fields);
    },
    postedEvent: (resource, answer) => {
      status.count('event', answer);
      if (!answer.ok) log('warning', answer.message, { resource: tenantKey(resource) });
    },
    // An object that is gone is a normal result of a read.
    read: (part, answer) => (answer.status === 404 ? status.report(part, undefined) : note(part, answer, {})),
  };
}
