import type { Bodies } from '../../../build/contracts.ts';
import type { Report } from '../../../core/problem/problem.ts';

export type Components = NonNullable<NonNullable<Bodies['mto-integration-config']['spec']>['components']>;
export type PrometheusValues = NonNullable<NonNullable<Components['prometheus']>['values']>;
export type Mode = 'Managed' | 'External' | 'Disabled';
export type Part = 'postgres' | 'prometheus' | 'opencost' | 'kubeStateMetrics';

/** In MTO, the console and showback are booleans. */
export function modeOf(part: Components['console']): Mode {
  if (typeof part === 'object') return part.mode;
  return part ? 'Managed' : 'Disabled';
}

/**
 * Who runs each part. A part without a mode is Managed if a Managed showback, OpenCost or Prometheus uses it. Showback uses
 * PostgreSQL, OpenCost and Prometheus, OpenCost uses Prometheus, and Prometheus uses kube-state-metrics. The other parts that use
 * PostgreSQL, such as Keycloak, do not change its mode.
 */
export function modesOf({
  kubeStateMetrics,
  opencost,
  postgres,
  prometheus,
  showback,
}: Components): Readonly<Record<Part, Mode>> {
  const absent: Mode = modeOf(showback) === 'Managed' ? 'Managed' : 'Disabled';
  const costs = opencost?.mode ?? absent;
  const metrics = prometheus?.mode ?? (costs === 'Managed' ? 'Managed' : absent);
  return {
    postgres: postgres?.mode ?? absent,
    prometheus: metrics,
    opencost: costs,
    kubeStateMetrics: kubeStateMetrics?.mode ?? (metrics === 'Managed' ? 'Managed' : 'Disabled'),
  };
}

/** Who runs the gateway, which serves the console. */
export function gatewayMode({ console, gateway }: Components): Mode {
  return gateway?.mode ?? modeOf(console);
}

const path = ['spec', 'components'];

/** The addresses of External parts, which leasehold does not render. For the database, the name of its Secret. */
export interface Externals {
  readonly database: string | undefined;
  readonly prometheus: string | undefined;
  readonly openCost: string | undefined;
  readonly kubeStateMetrics: string | undefined;
}

/** Reports an External part without an address, and a database Secret in another namespace. */
export function externalsOf(components: Components, namespace: string, report: Report): Externals {
  const modes = modesOf(components);
  const { kubeStateMetrics, opencost, postgres, prometheus } = components;
  const { secretRef } = postgres?.external ?? {};
  const required = (part: Part, field: string, value: string | undefined) => {
    if (modes[part] !== 'External') return undefined;
    if (value !== undefined) return value;
    const message = `${part} is External, so it requires external.${field}`;
    report('missing-field', [...path, part, 'external', field], message);
    return undefined;
  };
  const elsewhere = secretRef?.namespace ?? namespace;
  if (modes.postgres === 'External' && elsewhere !== namespace) {
    const message = `pods in namespace ${namespace} cannot read a Secret in namespace ${elsewhere}`;
    report('mismatch', [...path, 'postgres', 'external', 'secretRef', 'namespace'], message, {
      fix: `create the Secret in ${namespace}, and set namespace: ${namespace}`,
    });
  }
  return {
    database: required('postgres', 'secretRef', secretRef?.name),
    prometheus: required('prometheus', 'serverURL', prometheus?.external?.serverURL),
    openCost: required('opencost', 'serverURL', opencost?.external?.serverURL),
    // Only a Prometheus that leasehold renders reads the address.
    kubeStateMetrics:
      modes.prometheus === 'Managed'
        ? required('kubeStateMetrics', 'serverURL', kubeStateMetrics?.external?.serverURL)
        : undefined,
  };
}

/** Reports values of parts that leasehold does not render, and a showback without the parts that it needs. */
export function checkModes(components: Components, report: Report): void {
  const modes = modesOf(components);
  for (const part of ['postgres', 'prometheus', 'opencost', 'kubeStateMetrics'] as const) {
    if (modes[part] === 'Managed' || components[part]?.values === undefined) continue;
    const message = `values have no effect: ${part} is ${modes[part]}`;
    report('ignored-field', [...path, part, 'values'], message, { fix: 'remove values, or set mode: Managed' });
  }
  for (const part of ['dex', 'keycloak'] as const) {
    const { mode = 'Disabled', values } = components[part] ?? {};
    if (mode === 'Managed' || values === undefined) continue;
    const message = `values have no effect: ${part} is ${mode}`;
    const isOtherManaged = components[part === 'dex' ? 'keycloak' : 'dex']?.mode === 'Managed';
    const fix = isOtherManaged ? 'remove values' : 'remove values, or set mode: Managed';
    report('ignored-field', [...path, part, 'values'], message, { fix });
  }
  const showback = modeOf(components.showback);
  if (showback === 'External' && modes.postgres === 'Disabled') {
    const message = 'showback has no effect: it is External, and without postgres nothing reads its costs';
    report('ignored-field', [...path, 'showback'], message, {
      fix: 'set postgres.mode to Managed, or to External with external.secretRef, or set showback to false',
    });
  }
  if (showback !== 'Managed') return;
  if (modes.postgres === 'Disabled')
    report(
      'conflicting-fields',
      [...path, 'postgres', 'mode'],
      'showback stores costs in PostgreSQL, which is Disabled',
      { fix: 'set postgres.mode to Managed, or to External with external.secretRef, or set showback to false' },
    );
  if (modes.opencost === 'Disabled' && modes.prometheus === 'Disabled') {
    const message = 'showback reads OpenCost or Prometheus, but both are Disabled';
    const fix =
      'set prometheus.mode to Managed, or prometheus.mode or opencost.mode to External with external.serverURL, or set showback to false';
    report('conflicting-fields', [...path, 'opencost', 'mode'], message, { fix });
  }
}

const unrendered: readonly (readonly [keyof Components, string, string])[] = [
  ['dexConfigOperator', 'leasehold renders the configuration of Dex itself', 'remove the field'],
  [
    'finopsOperator',
    "leasehold renders the operator's jobs itself",
    'remove the field, and write its prices as a PriceBook',
  ],
  ['trustedRootCert', 'no component that leasehold renders reads it', 'remove the field'],
  [
    'templateOperatorV2',
    'leasehold renders Templates of the second version of the Template operator itself',
    'remove the field',
  ],
];

/** Reports parts and options of the Multi Tenant Operator that leasehold does not render. */
export function warnAboutUnrendered(components: Components, hasGateway: boolean, report: Report): void {
  for (const [part, reason, fix] of unrendered) {
    const value = components[part];
    const isOff = value === undefined || value === false;
    const { mode } = (typeof value === 'object' ? value : {}) as { readonly mode?: Mode };
    if (isOff || mode === 'Disabled') continue;
    report('ignored-field', [...path, part], `${part} has no effect: ${reason}`, { fix });
  }
  if (!hasGateway) warnAboutIssuers(components, report);
  warnAboutProviders(components, report);
}

/**
 * Only the gateway reads issuers that leasehold does not render. An enabled console without a repository has its own warning. If
 * the author follows its advice, the console needs the issuer.
 */
function warnAboutIssuers(components: Components, report: Report): void {
  const change = gatewayMode(components) === 'Managed' ? ', or set spec.console in the Platform' : '';
  for (const part of ['dex', 'keycloak'] as const) {
    if (components[part]?.mode !== 'External') continue;
    const message = `${part} has no effect: only the gateway uses an External issuer, and leasehold does not render the gateway`;
    report('ignored-field', [...path, part], message, {
      fix: `remove the field${change}; to log in to Argo CD, configure the issuer there`,
    });
  }
}

function warnAboutProviders(components: Components, report: Report): void {
  for (const field of [
    'azurePricingSecretRef',
    'cloudIntegrationSecretRef',
    'cloudPricingSecretRef',
    'opencostServiceRoleArn',
  ] as const)
    if (components.showbackOpts?.[field] !== undefined) {
      const message = `${field} has no effect: leasehold does not connect OpenCost to a cloud provider`;
      report('ignored-field', [...path, 'showbackOpts', field], message, {
        fix: 'remove the field, and set the prices in a PriceBook',
      });
    }
}
