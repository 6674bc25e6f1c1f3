import type { Report } from '../../../core/problem/problem.ts';
import { isDnsSubdomain } from '../../../kubernetes/names.ts';
import { type Components, gatewayMode, modeOf } from './modes.ts';
import { type Route, routeOf } from './routes.ts';

const path = ['spec', 'components'];

/** Reports fields that contradict the mode of the gateway. */
export function checkGateway(components: Components, report: Report): void {
  const mode = gatewayMode(components);
  const { gateway = {} } = components;
  const console = modeOf(components.console);
  if (console === 'External' && mode === 'Managed') {
    const message = 'the gateway serves the console, so it cannot be Managed with an External console';
    const fix = 'set gateway.mode to External with external.url, or set console: true';
    report('conflicting-fields', [...path, 'gateway', 'mode'], message, { fix });
  }
  if (console !== 'Disabled' && mode === 'Disabled') {
    const change = console === 'External' ? 'set gateway.mode to External with external.url' : 'remove gateway.mode';
    const fix = `${change}, or set console: false`;
    report(
      'conflicting-fields',
      [...path, 'gateway', 'mode'],
      'the gateway serves the console, so it cannot be Disabled',
      {
        fix,
      },
    );
  }
  if (mode === 'External' && gateway.external?.url === undefined) {
    const message = 'gateway is External, so it requires external.url';
    report('missing-field', [...path, 'gateway', 'external', 'url'], message);
  }
  if (mode !== 'Managed' && gateway.values !== undefined) {
    const message = `values have no effect: gateway is ${mode}`;
    const fix = console === 'External' ? 'remove values' : 'remove values, or set mode: Managed';
    report('ignored-field', [...path, 'gateway', 'values'], message, { fix });
  }
}

/**
 * Reports an error if a file sets the gateway to Managed. Otherwise, reports only a warning, because files for MTO enable the
 * console without a repository.
 */
export function reportSettings({ gateway }: Components, report: Report): void {
  const fix = 'set spec.console in the Platform, with the repository of the tenants';
  if (gateway?.mode === 'Managed') {
    const message = 'the gateway requires a repository, but no Platform sets spec.console';
    report('missing-field', [...path, 'gateway', 'mode'], message, { fix });
  } else {
    const message = 'console has no effect: no Platform sets spec.console, which specifies the repository';
    report('ignored-field', [...path, 'console'], message, { fix });
  }
}

/** The login pages of the gateway. A program at /auth of the same host would otherwise receive their requests. */
const loginPages = ['/auth/backchannel-logout', '/auth/callback', '/auth/login', '/auth/logout'];

/** The login pages of the identity provider. */
export interface LoginRoute {
  readonly part: 'dex' | 'keycloak';
  readonly title: string;
  readonly route: Route;
  /** Whether a DexConfig specifies the issuer. */
  readonly hasIssuer: boolean;
}

/** The route of the console. Undefined after reporting an error. */
export function gatewayRoute(
  components: Components,
  provider: LoginRoute | undefined,
  report: Report,
): Route | undefined {
  const route = routeOf(components, 'console');
  if (!route) {
    report('missing-field', [...path, 'ingress', 'host'], 'the console requires a host that users can reach', {
      fix: 'set ingress.host or ingress.console.host',
    });
    return undefined;
  }
  const shared = provider?.route.host === route.host;
  if (!checkHost(components, route, report)) return undefined;
  if (shared && provider.route.path === '/') {
    const { hasIssuer, part, title } = provider;
    const message = `${title} and the console both use the path / of ${route.host}`;
    const own = part === 'dex' ? '/dex' : '/auth';
    const fix = routeOf(components, part)
      ? `set ingress.${part}.path to ${own}${hasIssuer ? `, and add ${own} to the issuer of the DexConfig` : ''}`
      : `add the path ${own} to the issuer of the DexConfig`;
    report('conflicting-fields', [...path, 'ingress', part, 'path'], message, { fix });
    return undefined;
  }
  return {
    ...route,
    longerPaths: shared && loginPages.some((page) => page.startsWith(`${provider.route.path}/`)) ? loginPages : [],
  };
}

function checkHost({ ingress = {} }: Components, { host, path: page }: Route, report: Report): boolean {
  if (!isDnsSubdomain(host)) {
    const at = ingress.host === undefined ? ['console', 'host'] : ['host'];
    report('bad-format', [...path, 'ingress', ...at], `${host} is not a host name`, {
      fix: 'write a name such as tenants.example.com',
    });
    return false;
  }
  if (page === '/') return true;
  const message = `the console must use the path /, not ${page}`;
  report('mismatch', [...path, 'ingress', 'console', 'path'], message, { fix: 'set it to /, or remove it' });
  return false;
}
