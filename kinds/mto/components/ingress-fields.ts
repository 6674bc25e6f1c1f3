import type { Report } from '../../../core/problem/problem.ts';
import { type Components, gatewayMode } from './modes.ts';

type Ingress = NonNullable<Components['ingress']>;

/** How leasehold exposes the platform's components to users. */
export interface Published {
  readonly hasGateway: boolean;
  /** Whether leasehold renders HTTPRoutes instead of Ingresses. */
  readonly usesRoutes: boolean;
}

const path = ['spec', 'components', 'ingress'];
const titles = { console: 'the console', dex: 'Dex', keycloak: 'Keycloak' } as const;
type Part = keyof typeof titles;
const parts = Object.keys(titles) as readonly Part[];

/** Reports fields of the ingress that have no effect. */
export function warnAboutIngress(components: Components, published: Published, report: Report): void {
  const { ingress } = components;
  if (!ingress) return;
  const used = parts.filter((part) => isUsed(part, components, published));
  if (used.length === 0) {
    const message =
      'ingress has no effect: only Keycloak, Dex and the console use it, and leasehold renders none of them';
    report('ignored-field', path, message, { fix: removal(components) });
    return;
  }
  const warn = (at: readonly string[], reason: string, fix = 'remove the field') =>
    report('ignored-field', [...path, ...at], `${['ingress', ...at].join('.')} has no effect: ${reason}`, { fix });
  warnAboutOthers(components, used, published, warn);
  for (const part of used) warnAboutOwnHost(ingress, part, published, warn);
  if (published.usesRoutes) warnAboutRoutes(ingress, used, warn);
  else if (ingress.host === undefined && ingress.tlsSecretName !== undefined)
    warn(['tlsSecretName'], 'ingress.host is not set', 'set ingress.host, or move the field to each component');
}

type Warn = (at: readonly string[], reason: string, fix?: string) => void;

function isUsed(part: Part, { dex, keycloak }: Components, { hasGateway }: Published): boolean {
  if (part === 'console') return hasGateway;
  return (part === 'dex' ? dex : keycloak)?.mode === 'Managed';
}

/** An enabled console without a repository has its own warning. If the author follows its advice, the console needs the ingress. */
function removal(components: Components): string {
  const isEnabled = gatewayMode(components) === 'Managed';
  return isEnabled ? 'remove the field, or set spec.console in the Platform' : 'remove the field';
}

function warnAboutOthers(components: Components, used: readonly Part[], { hasGateway }: Published, warn: Warn): void {
  const { ingress = {} } = components;
  for (const part of parts)
    if (ingress[part] && !used.includes(part)) {
      const fix = part === 'console' ? removal(components) : undefined;
      warn([part], `leasehold does not render ${titles[part]}`, fix);
    }
  const reason = hasGateway ? 'the gateway uses the host of the console' : 'leasehold does not render the gateway';
  if (ingress.gateway) warn(['gateway'], reason);
  if (ingress.finopsGateway) warn(['finopsGateway'], 'leasehold renders no gateway for FinOps');
}

/** With a shared host, a component can override only the path and the class. HTTPRoutes have no certificates. */
function warnAboutOwnHost(ingress: Ingress, part: Part, { usesRoutes }: Published, warn: Warn): void {
  if (ingress.host === undefined) return;
  for (const field of usesRoutes ? (['host'] as const) : (['host', 'tlsSecretName'] as const)) {
    const own = ingress[part]?.[field];
    if (own === undefined || own === ingress[field]) continue;
    const fix = 'remove the field, or write a host for each component instead of ingress.host';
    warn([part, field], 'ingress.host is the host of all components', fix);
  }
}

function warnAboutRoutes(ingress: Ingress, used: readonly Part[], warn: Warn): void {
  const reason = 'leasehold renders HTTPRoutes, because the Platform sets spec.components.gateway';
  for (const field of ['ingressClassName', 'tlsSecretName'] as const) {
    if (ingress[field] !== undefined) warn([field], reason);
    for (const part of used) if (ingress[part]?.[field] !== undefined) warn([part, field], reason);
  }
}
