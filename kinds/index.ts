import type { AnyKind } from '../core/kind.ts';
import { group } from './group/index.ts';
import { inflatedChart } from './inflated-chart/index.ts';
import { keyMaterial } from './key-material/index.ts';
import { kleffTenant } from './kleff-tenant/index.ts';
import { kryton } from './kryton/index.ts';
import { mtoClusterResourceSupervisor } from './mto-cluster-resource-supervisor/index.ts';
import { mtoClusterTemplateInstance } from './mto-cluster-template-instance/index.ts';
import { mtoClusterTemplateInstanceLegacy } from './mto-cluster-template-instance-legacy/index.ts';
import { mtoExtensions } from './mto-extensions/index.ts';
import { mtoIntegrationConfig } from './mto-integration-config/index.ts';
import { mtoIntegrationConfigV1alpha1 } from './mto-integration-config-v1alpha1/index.ts';
import { mtoNamespace } from './mto-namespace/index.ts';
import { mtoQuota } from './mto-quota/index.ts';
import { mtoResourceSupervisor } from './mto-resource-supervisor/index.ts';
import { mtoResourceSupervisorLegacy } from './mto-resource-supervisor-legacy/index.ts';
import { mtoTemplate } from './mto-template/index.ts';
import { mtoTemplateGroupInstance } from './mto-template-group-instance/index.ts';
import { mtoTemplateInstance } from './mto-template-instance/index.ts';
import { mtoTemplateInstanceLegacy } from './mto-template-instance-legacy/index.ts';
import { mtoTemplateLegacy } from './mto-template-legacy/index.ts';
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
  mtoClusterResourceSupervisor,
  mtoResourceSupervisor,
  mtoResourceSupervisorLegacy,
  mtoTemplate,
  mtoTemplateLegacy,
  mtoTemplateInstance,
  mtoTemplateInstanceLegacy,
  mtoClusterTemplateInstance,
  mtoClusterTemplateInstanceLegacy,
  mtoTemplateGroupInstance,
  inflatedChart,
  group,
];
