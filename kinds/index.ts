import type { AnyKind } from '../core/kind/kind.ts';
import { costJob } from './finops/cost-job/index.ts';
import { finOpsProvider } from './finops/finops-provider/index.ts';
import { offering } from './finops/offering/index.ts';
import { priceBook } from './finops/price-book/index.ts';
import { subscription } from './finops/subscription/index.ts';
import { kleffTenant } from './kleff/tenant/index.ts';
import { kryton } from './kryton/kryton/index.ts';
import { baseline } from './leasehold/baseline/index.ts';
import { grant } from './leasehold/grant/index.ts';
import { group } from './leasehold/group/index.ts';
import { inflatedChart } from './leasehold/inflated-chart/index.ts';
import { plan } from './leasehold/plan/index.ts';
import { platform } from './leasehold/platform/index.ts';
import { mtoClient } from './mto/client/index.ts';
import { mtoClusterResourceSupervisor } from './mto/cluster-resource-supervisor/index.ts';
import { mtoClusterTemplateInstance } from './mto/cluster-template-instance/index.ts';
import { mtoClusterTemplateInstanceLegacy } from './mto/cluster-template-instance-legacy/index.ts';
import { mtoConnector } from './mto/connector/index.ts';
import { mtoDex } from './mto/dex/index.ts';
import { mtoDexConfig } from './mto/dex-config/index.ts';
import { mtoDexConfigOperator } from './mto/dex-config-operator/index.ts';
import { mtoExtensions } from './mto/extensions/index.ts';
import { mtoFinopsOperator } from './mto/finops-operator/index.ts';
import { mtoIntegrationConfig } from './mto/integration-config/index.ts';
import { mtoIntegrationConfigV1alpha1 } from './mto/integration-config-v1alpha1/index.ts';
import { mtoKubeStateMetrics } from './mto/kube-state-metrics/index.ts';
import { mtoLocalUser } from './mto/local-user/index.ts';
import { mtoNamespace } from './mto/namespace/index.ts';
import { mtoOpenCost } from './mto/opencost/index.ts';
import { mtoPostgres } from './mto/postgres/index.ts';
import { mtoPrometheus } from './mto/prometheus/index.ts';
import { mtoQuota } from './mto/quota/index.ts';
import { mtoQuotaV1alpha1 } from './mto/quota-v1alpha1/index.ts';
import { mtoResourceSupervisor } from './mto/resource-supervisor/index.ts';
import { mtoResourceSupervisorLegacy } from './mto/resource-supervisor-legacy/index.ts';
import { mtoTemplate } from './mto/template/index.ts';
import { mtoTemplateGroupInstance } from './mto/template-group-instance/index.ts';
import { mtoTemplateInstance } from './mto/template-instance/index.ts';
import { mtoTemplateInstanceLegacy } from './mto/template-instance-legacy/index.ts';
import { mtoTemplateInstanceV2 } from './mto/template-instance-v2/index.ts';
import { mtoTemplateLegacy } from './mto/template-legacy/index.ts';
import { mtoTemplateV2 } from './mto/template-v2/index.ts';
import { mtoTenant } from './mto/tenant/index.ts';
import { mtoTenantV1alpha1 } from './mto/tenant-v1alpha1/index.ts';
import { mtoTenantV1beta1 } from './mto/tenant-v1beta1/index.ts';
import { mtoTenantV1beta2 } from './mto/tenant-v1beta2/index.ts';
import { keyMaterial } from './tetrapus/key-material/index.ts';
import { org } from './tetrapus/org/index.ts';
import { tenantPlane } from './tetrapus/tenant-plane/index.ts';

/** The registry: one line per kind. */
export const kinds: readonly AnyKind[] = [
  platform,
  plan,
  grant,
  org,
  tenantPlane,
  keyMaterial,
  kleffTenant,
  kryton,
  mtoTenant,
  mtoTenantV1beta2,
  mtoTenantV1beta1,
  mtoTenantV1alpha1,
  mtoQuota,
  mtoQuotaV1alpha1,
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
  mtoTemplateV2,
  mtoTemplateInstanceV2,
  mtoDex,
  mtoDexConfigOperator,
  mtoFinopsOperator,
  mtoKubeStateMetrics,
  mtoOpenCost,
  mtoPostgres,
  mtoPrometheus,
  mtoDexConfig,
  mtoConnector,
  mtoClient,
  mtoLocalUser,
  priceBook,
  offering,
  subscription,
  costJob,
  finOpsProvider,
  inflatedChart,
  group,
  baseline,
];
