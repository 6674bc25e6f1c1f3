import { cordonLabel } from '../../admission/metadata-keys.ts';
import type { TenantLifecycle } from './lifecycle.ts';
import type { Settings } from './settings.ts';

/**
 * Adds the lifecycles that resources set to the settings, and, with enforcement, a cordon label for every tenant that is not
 * active.
 */
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

function isActive(lifecycle: TenantLifecycle | undefined): boolean {
  return lifecycle === undefined || lifecycle.lifecycle === 'active';
}
