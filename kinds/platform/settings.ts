import type { BodyOf } from '../../core/kind.ts';
import { builtInPlans, type PlanSpec } from '../plan/built-in.ts';
import { builtInTiers, type Tier } from './tiers.ts';

type Spec = BodyOf<'platform'>['spec'];

/** The Platform with every default filled in, so that no kind asks whether a setting is there. */
export interface Settings {
  readonly defaultNamespace: string;
  isReserved(namespace: string): boolean;
  readonly kubernetes: string;
  /** Absent: namespaces are labelled for injection, as Kleff does, and no mesh object is rendered. */
  readonly mesh: 'istio' | 'none' | undefined;
  readonly policyEngine: 'gatekeeper' | 'none';
  readonly retainVolumes: boolean;
  readonly namespaces: 'confirm' | 'prune' | 'retain';
  readonly images: NonNullable<Spec['images']>;
  readonly plans: ReadonlyMap<string, PlanSpec>;
  readonly tetrapus: TetrapusSettings;
}

export interface TetrapusSettings {
  readonly baseDomain: string;
  readonly storageClassName: string | undefined;
  readonly probes: 'http' | 'tcp';
  /** The name a DM_ variable goes by. */
  env(name: string): string;
  readonly tiers: ReadonlyMap<string, Tier>;
}

/** Namespaces of the platform's own parts [tenancy-kinds 2.2]. */
const reserved: ReadonlySet<string> = new Set([
  'default',
  'istio-system',
  'gatekeeper-system',
  'argocd',
  'cert-manager',
  'envoy-gateway-system',
]);

/** Without a Platform file every setting has its default. */
export function settingsFrom(platform: BodyOf<'platform'> | undefined, plans: readonly BodyOf<'plan'>[]): Settings {
  const spec: Spec = platform?.spec ?? {};
  const extra = new Set(spec.reservedNamespaces ?? []);
  return {
    defaultNamespace: spec.defaultNamespace ?? '',
    isReserved: (namespace) => reserved.has(namespace) || namespace.startsWith('kube-') || extra.has(namespace),
    kubernetes: spec.cluster?.kubernetes ?? '1.30',
    mesh: spec.cluster?.mesh,
    policyEngine: spec.cluster?.policyEngine ?? 'none',
    retainVolumes: (spec.retention?.volumes ?? 'retain') === 'retain',
    namespaces: spec.retention?.namespaces ?? 'confirm',
    images: spec.images ?? {},
    plans: new Map([...builtInPlans, ...plans.map((plan) => [plan.metadata.name, plan.spec] as const)]),
    tetrapus: tetrapusSettings(spec.tetrapus ?? {}),
  };
}

function tetrapusSettings(spec: NonNullable<Spec['tetrapus']>): TetrapusSettings {
  const names: Readonly<Record<string, string | undefined>> = spec.env ?? {};
  return {
    baseDomain: spec.baseDomain ?? 'api.tetrapus.io',
    storageClassName: spec.storageClassName,
    probes: spec.probes ?? 'http',
    env: (name) => names[name] ?? name,
    tiers: new Map([...builtInTiers, ...Object.entries(spec.tiers ?? {})]),
  };
}
