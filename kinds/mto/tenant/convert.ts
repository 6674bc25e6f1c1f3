import type { Bodies } from '../../../build/contracts.ts';
import { type Conversion, type Converted, documentOf } from '../../../core/kind/conversion.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { valueAt } from '../../../data/tree.ts';
import { supervisorOf } from './supervisor.ts';

/** Before version 1.7 of MTO, Tenants can contain a hibernation schedule, even in the current API version [sources: mto-30]. */
export const scheduleConversion: Conversion = {
  becomes: 'mto-tenant',
  applies: (body) => valueAt(body, 'spec', 'hibernation') !== undefined,
  convert: (body, report) => withoutSchedule(body as Bodies['mto-tenant'], report),
};

function withoutSchedule(body: Bodies['mto-tenant'], report: Report): readonly Converted[] {
  const { hibernation: _, ...spec } = body.spec;
  const supervisors = supervisorOf(body);
  const path = ['spec', 'hibernation'];
  if (supervisors.length > 0) {
    const message = 'MTO 1.7 removed hibernation from Tenants; leasehold converts it to a ClusterResourceSupervisor';
    const fix = 'replace the field with a ClusterResourceSupervisor that selects the namespaces of the tenant';
    report('risky-value', path, message, { fix });
  } else report('ignored-field', path, 'hibernation has no effect without sleepSchedule', { fix: 'remove the field' });
  return [documentOf('mto-tenant', { ...body, spec }), ...supervisors];
}
