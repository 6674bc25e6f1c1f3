import type { Status } from '../../../core/kind/status.ts';
import { secretsToCreate } from '../components/platform-objects.ts';
import type { ResolvedConfig } from './resolve.ts';

export function status({ parts }: ResolvedConfig): Status {
  const requiredSecrets = secretsToCreate(parts);
  return requiredSecrets.length > 0 ? { requiredSecrets } : {};
}
