import type { Settings } from '../../../core/settings/settings.ts';

/** Images of the mesh's init container, which needs privilege escalation. */
export function meshImages({ kleff, mesh }: Settings): readonly string[] {
  return mesh === 'none' ? [] : [`${kleff.sidecar.repo.replace(/\/$/, '')}/proxyv2*`];
}
