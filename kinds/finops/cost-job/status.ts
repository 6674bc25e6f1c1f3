import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedJob } from './resolve.ts';
import { namesSource, openCostSecret } from './source.ts';

/**
 * The job reads Secrets that leasehold does not render: that of the database, and that of OpenCost unless the Platform
 * specifies a source.
 */
export function status({ namespace, showback }: ResolvedJob): Status {
  const names = [showback.databaseSecret.name, ...(namesSource(showback) ? [] : [openCostSecret.name])];
  return { phase: 'Scheduled', requiredSecrets: names.map((name) => `${namespace}/${name}`) };
}
