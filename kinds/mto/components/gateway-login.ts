import type { Report } from '../../../core/problem/problem.ts';
import type { ConsoleSettings } from '../../../core/settings/components.ts';
import { type Dex, dexClientKeys } from './dex.ts';
import { issuerOf, type Keycloak, secretKeys } from './keycloak.ts';
import type { Components } from './modes.ts';

/** How the gateway logs users in: an issuer, its client there, and where the secret of the client is. */
export interface Login {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly key: string;
  /** Undefined for the default. Dex adds groups to tokens only on request. */
  readonly scopes?: string;
}

interface Context {
  readonly dex: Dex | undefined;
  readonly keycloak: Keycloak | undefined;
  /** The Secret of the gateway. */
  readonly own: string;
  readonly settings: ConsoleSettings;
}

const path = ['spec', 'components'];

/** Returns undefined after reporting an error. If a Managed Keycloak or Dex is undefined, its problems are already reported. */
export function loginOf(
  components: Components,
  { dex, keycloak, own, settings }: Context,
  report: Report,
): Login | undefined {
  if (keycloak) {
    const { name: secret } = keycloak.secret;
    return { issuer: issuerOf(keycloak), clientId: 'console', secret, key: secretKeys.console };
  }
  if (dex?.secret) {
    const { parts, secret } = dex;
    const scopes = 'openid profile email groups';
    return { issuer: parts.issuer, clientId: 'console', secret: secret.name, key: dexClientKeys.console, scopes };
  }
  if ([components.keycloak, components.dex].some((one) => one?.mode === 'Managed')) return undefined;
  const issuer = externalIssuer(components, report);
  const { clientId = 'leasehold' } = settings.oidc ?? {};
  return issuer === undefined ? undefined : { issuer, clientId, secret: own, key: 'oidc-client-secret' };
}

/** HTTPS, except for the Service of an issuer in the cluster. */
const issuerPattern =
  /^(?:https:\/\/[A-Za-z0-9.-]+|http:\/\/[A-Za-z0-9.-]+\.svc(?:\.[A-Za-z0-9.-]+)?)(?::([1-9][0-9]{0,4}))?(?:\/[A-Za-z0-9._~/-]*)?$/;

function reportDexMode(report: Report): undefined {
  const message = 'dex.external.issuer has no effect without dex.mode';
  report('missing-field', [...path, 'dex', 'mode'], message, { fix: 'set dex.mode to External' });
}

function externalIssuer({ dex, keycloak }: Components, report: Report): string | undefined {
  const part = keycloak?.mode === 'External' ? 'keycloak' : 'dex';
  const issuer = [keycloak, dex].find((one) => one?.mode === 'External')?.external?.issuer;
  if (issuer === undefined) {
    if (dex?.mode === undefined && dex?.external?.issuer !== undefined) return reportDexMode(report);
    const fix = 'set keycloak.mode or dex.mode to Managed, or to External with external.issuer';
    report('missing-field', [...path, 'keycloak'], 'the console requires an OpenID Connect issuer', { fix });
    return undefined;
  }
  const [found, port = '443'] = issuerPattern.exec(issuer) ?? [];
  if (found !== undefined && Number(port) <= 65_535) return issuer;
  const fix = 'write a URL such as https://id.example.com/realms/corp';
  const message = `issuer is ${issuer}; it must be an https URL, or an http URL of a Service in the cluster, without a user, query or fragment`;
  report('bad-format', [...path, part, 'external', 'issuer'], message, { fix });
  return undefined;
}
