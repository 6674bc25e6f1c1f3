import type { Report } from '../../../core/problem/problem.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { Path } from '../../../data/tree.ts';

/** Warns that a cluster with Istio injects sidecars that Pod Security, limits or quota can refuse. */
export function warnOfUnknownMesh({ kleff, mesh }: Settings, path: Path, report: Report): void {
  if (mesh !== undefined || kleff.namespace === 'plain') return;
  const message =
    "tenants' namespaces have the label istio-injection: enabled, as from Kleff, but plans have no room for sidecars: if the cluster runs Istio, pods can be refused";
  report('risky-value', path, message, { fix: 'state cluster.mesh in the Platform: istio or none' });
}
