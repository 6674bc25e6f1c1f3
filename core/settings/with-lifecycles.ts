import { cordonLabel } from '../../admission/metadata-keys.ts';
import type { TenantLifecycle } from './lifecycle.ts';
import type { Settings } from './settings.ts';

/** The settings with what resources state about tenants. */
export function withLifecycles(settings: Settings, lifecycles: Settings['lifecycles']): Settings {
  if (lifecycles.size === 0) return settings;
  const { enforcement } = settings;
  return {
    ...settings,
    lifecycles,
    enforcement: enforcement && {
      ...enforcement,
      labelsFor: (tenant) => ({
        ...(isActive(lifecycles.get(tenant)) ? {} : { [cordonLabel]: 'true' }),
        ...enforcement.labelsFor(tenant),
      }),
    },
  };
}

function isActive(stated: TenantLifecycle | undefined): boolean {
  return stated === undefined || stated.lifecycle === 'active';
}
