import { type Emit, emit } from '../../../core/print/shape.ts';
import { removalAnnotations } from '../../../core/settings/removal.ts';
import type { PlatformParts } from './components.ts';
import { dexObjects } from './dex-objects.ts';
import { gatewayObjects } from './gateway.ts';
import { keycloakObjects } from './keycloak.ts';
import { kubeStateMetricsObjects } from './kube-state-metrics.ts';
import { openCostObjects } from './opencost.ts';
import { postgresObjects } from './postgres.ts';
import { prometheusObjects } from './prometheus.ts';
import { prometheusRule } from './prometheus-rule.ts';
import { backupSecrets, requiredSecrets, secretObjects } from './secrets.ts';
import { showbackObjects } from './showback.ts';
import { platformRelease, type Site } from './site.ts';

/** The Secrets, as namespace/name, that users create. */
export function secretsToCreate(parts: PlatformParts): readonly string[] {
  const { database, gateway, postgres, showback, site } = parts;
  const external = gateway || showback ? database : undefined;
  const named = [external, ...certificates(parts)].flatMap((name) => (name ? [`${site.namespace}/${name}`] : []));
  const backup = postgres ? backupSecrets(site) : [];
  return [...new Set([...requiredSecrets(site, neededSecrets(parts)), ...backup, ...named])];
}

/** The Secrets with the certificates of Ingresses. A Gateway has its own certificates. */
function certificates({ dex, gateway, keycloak, site }: PlatformParts): readonly (string | undefined)[] {
  return site.settings.gateway ? [] : [keycloak, dex, gateway].map((part) => part?.route.tlsSecret);
}

function neededSecrets({ dex, gateway, keycloak, postgres }: PlatformParts) {
  const own = [postgres, keycloak, dex, gateway, gateway?.database].flatMap((part) => part?.secret ?? []);
  return [...own, ...(dex?.namedSecrets ?? [])];
}

export function platformObjects(parts: PlatformParts): readonly Emit[] {
  const { dex, gateway, keycloak, kubeStateMetrics, openCost, operatorRules, postgres, prometheus, showback, site } =
    parts;
  const objects = [
    ...secretObjects(site, platformRelease, neededSecrets(parts)),
    ...(postgres ? postgresObjects(site, postgres) : []),
    ...(kubeStateMetrics ? kubeStateMetricsObjects(site, kubeStateMetrics) : []),
    ...(prometheus ? prometheusObjects(site, prometheus) : []),
    ...(openCost ? openCostObjects(site, openCost) : []),
    ...(keycloak ? keycloakObjects(site, keycloak) : []),
    ...(dex ? dexObjects(site, dex) : []),
    ...(gateway ? gatewayObjects(site, gateway) : []),
    ...(showback ? showbackObjects(showback) : []),
    ...(operatorRules ? [prometheusRule(site, platformRelease, operatorRules)] : []),
  ];
  return objects.length === 0 ? [] : [namespaceOf(site), ...objects];
}

/** Argo CD keeps the namespace, because it contains volumes. */
function namespaceOf({ namespace }: Site): Emit {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  return emit('namespace', { name: namespace, namespace: '', labels, annotations: removalAnnotations('retain') });
}
