import type { AnyKind } from '../core/kind.ts';
import { group } from './group/index.ts';
import { keyMaterial } from './key-material/index.ts';
import { kleffTenant } from './kleff-tenant/index.ts';
import { kryton } from './kryton/index.ts';
import { mtoExtensions } from './mto-extensions/index.ts';
import { mtoIntegrationConfig } from './mto-integration-config/index.ts';
import { mtoIntegrationConfigV1alpha1 } from './mto-integration-config-v1alpha1/index.ts';
import { mtoNamespace } from './mto-namespace/index.ts';
import { mtoQuota } from './mto-quota/index.ts';
import { mtoTenant } from './mto-tenant/index.ts';
import { mtoTenantV1beta1 } from './mto-tenant-v1beta1/index.ts';
import { mtoTenantV1beta2 } from './mto-tenant-v1beta2/index.ts';
import { org } from './org/index.ts';
import { plan } from './plan/index.ts';
import { platform } from './platform/index.ts';
import { tenantPlane } from './tenant-plane/index.ts';

/** The registry: one line a kind. */
export const kinds: readonly AnyKind[] = [
  platform,
  plan,
  org,
  tenantPlane,
  keyMaterial,
  kleffTenant,
  kryton,
  mtoTenant,
  mtoTenantV1beta2,
  mtoTenantV1beta1,
  mtoQuota,
  mtoNamespace,
  mtoExtensions,
  mtoIntegrationConfig,
  mtoIntegrationConfigV1alpha1,
  group,
];
