import { cordonLabel } from '../../admission/metadata-keys.ts';
import type { Lifecycle, TenantLifecycle } from './lifecycle.ts';
import type { Settings } from './settings.ts';

/** The settings with what resources state about tenants. */
export function withLifecycles(settings: Settings, stated: ReadonlyMap<string, TenantLifecycle>): Settings {
  if (stated.size === 0) return settings;
  const { enforcement } = settings;
  const lifecycleOf = (tenant: string): Lifecycle => stated.get(tenant)?.lifecycle ?? 'active';
  return {
    ...settings,
    lifecycleOf,
    enforcement: enforcement && {
      ...enforcement,
      labelsFor: (tenant) => ({
        ...(lifecycleOf(tenant) === 'active' ? {} : { [cordonLabel]: 'true' }),
        ...enforcement.labelsFor(tenant),
      }),
    },
  };
}
