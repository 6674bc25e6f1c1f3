import type { Bodies } from '../../build/contracts.ts';
import { builtInTiers, type Tier } from './tiers.ts';

/** Settings that all Orgs and TenantPlanes share. */
export interface TetrapusSettings {
  readonly baseDomain: string;
  readonly storageClassName: string | undefined;
  readonly probes: 'http' | 'tcp';
  /**
   * The configured name of an environment variable of the data plane. Upstream documents none, so the names are configurable
   * [sources: tetrapus-9].
   */
  env(name: Variable): string;
  readonly tiers: ReadonlyMap<string, Tier>;
}

type Spec = NonNullable<Bodies['platform']['spec']['tetrapus']>;

export type Variable = keyof NonNullable<Spec['env']>;

/** All environment variables that a data plane can have. */
export const variables: readonly Variable[] = [
  'DM_BIND',
  'DM_BOOTSTRAP_ADMIN_EMAIL',
  'DM_DATABASE_URL',
  'DM_JWT_KID',
  'DM_JWT_KMS_URI',
  'DM_JWT_PREVIOUS_KEYS',
  'DM_MAX_ORGS',
  'DM_MULTI_TENANT',
  'DM_ORGS_FILE',
  'DM_ORG_SLUG',
  'DM_PLAN_TIER',
  'DM_REGION_CODE',
];

export function tetrapusSettings(spec: Spec): TetrapusSettings {
  return {
    baseDomain: spec.baseDomain ?? 'api.tetrapus.io',
    storageClassName: spec.storageClassName,
    probes: spec.probes ?? 'http',
    env: (name) => spec.env?.[name] ?? name,
    tiers: new Map([...builtInTiers, ...Object.entries(spec.tiers ?? {})]),
  };
}
