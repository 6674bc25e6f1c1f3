import type { Tree } from '../../../../data/tree.ts';
import { omitEmpty } from '../render/omit-empty.ts';

interface Probe {
  readonly enabled: boolean;
  readonly failureThreshold: number;
  readonly initialDelaySeconds: number;
  readonly periodSeconds: number;
  readonly successThreshold: number;
  readonly timeoutSeconds: number;
}

interface Probes {
  readonly customLivenessProbe: Tree | undefined;
  readonly customReadinessProbe: Tree | undefined;
  readonly customStartupProbe: Tree | undefined;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly startupProbe: Probe;
}

interface Actions {
  readonly liveness: Tree;
  readonly readiness: Tree;
  readonly startup: Tree;
}

/** The probes of a container. A custom probe replaces that of the sub-chart. */
export function probesOf(probes: Probes, { liveness, readiness, startup }: Actions): Tree {
  return {
    livenessProbe: omitEmpty(probes.customLivenessProbe) ?? probe(probes.livenessProbe, liveness),
    readinessProbe: omitEmpty(probes.customReadinessProbe) ?? probe(probes.readinessProbe, readiness),
    startupProbe: omitEmpty(probes.customStartupProbe) ?? probe(probes.startupProbe, startup),
  };
}

function probe({ enabled, successThreshold, ...times }: Probe, action: Tree): Tree | undefined {
  if (!enabled) return undefined;
  return { ...action, ...times, successThreshold: successThreshold === 1 ? undefined : successThreshold };
}
