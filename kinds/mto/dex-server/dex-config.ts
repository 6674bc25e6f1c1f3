import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { checkSecret } from './references.ts';
import { checkStorage, type DexConfig } from './storage.ts';

export function checkDexConfig(config: DexConfig, world: World, report: Report): void {
  const { configSecretRef } = config.body.spec.storage ?? {};
  const path = ['spec', 'storage', 'configSecretRef'];
  checkSecret(configSecretRef, { own: config.namespace, path, world }, report);
  checkStorage(config, report);
  checkListeners(config, report);
  checkPasswords(config, world, report);
}

function checkPasswords({ body }: DexConfig, world: World, report: Report): void {
  if (body.spec.enablePasswordDB !== false || enabledUsers(world).length === 0) return;
  const message = 'enablePasswordDB is false, so LocalUsers cannot log in';
  const fix = 'remove enablePasswordDB, or set enabled: false in every LocalUser';
  report('conflicting-fields', ['spec', 'enablePasswordDB'], message, { fix });
}

export function enabledUsers(world: World) {
  return world.all('mto-local-user').filter(({ body }) => body.spec.enabled !== false);
}

function checkListeners({ body }: DexConfig, report: Report): void {
  const { frontend = {}, grpc, telemetry = {}, web = {} } = body.spec;
  for (const field of ['https', 'tlsCert', 'tlsKey'] as const) {
    if (web[field] === undefined) continue;
    const message = `${field} is not supported: the ingress terminates TLS`;
    report('not-supported', ['spec', 'web', field], message, {
      fix: 'remove the field, and configure TLS in components.ingress or in the Gateway',
    });
  }
  for (const field of Object.keys(grpc ?? {})) {
    const message = `${field} has no effect: leasehold does not run the API of Dex, which can create clients`;
    report('ignored-field', ['spec', 'grpc', field], message, { fix: 'remove the field' });
  }
  if (frontend.dir !== undefined) {
    const message = `the pod of Dex has no directory ${frontend.dir || '""'}`;
    report('not-supported', ['spec', 'frontend', 'dir'], message, {
      fix: 'remove the field; to change the pages, set logoURL, theme or extra',
    });
  }
  checkAddress(web.http, ['spec', 'web', 'http'], report);
  checkAddress(telemetry.http, ['spec', 'telemetry', 'http'], report);
  const { telemetryPort, webPort } = portsOf({ telemetry, web });
  if (telemetryPort === webPort)
    report(
      'conflicting-fields',
      ['spec', 'telemetry', 'http'],
      `web.http and telemetry.http both use port ${webPort}`,
      { fix: 'use different ports' },
    );
}

/** leasehold uses only the port: a pod that listens only on its loopback address receives no requests. */
function checkAddress(address: string | undefined, path: readonly string[], report: Report): void {
  if (address === undefined) return;
  const usual = path.includes('telemetry') ? '0.0.0.0:5558' : '0.0.0.0:5556';
  const [host = '', port] = address.split(':');
  const isPort = Number(port) >= 1024 && Number(port) <= 65_535;
  if (!isPort) report('out-of-range', path, `port ${port} is not between 1024 and 65535`, { fix: `use ${usual}` });
  if (!isPort || host === '' || host === '0.0.0.0') return;
  const message = `the address ${host} has no effect: Dex listens on all addresses of its pod`;
  report('ignored-field', path, message, { fix: `write 0.0.0.0:${port}` });
}

interface Listeners {
  readonly web?: { readonly http?: string };
  readonly telemetry?: { readonly http?: string };
}

/** The ports of the pages and of the health checks. */
export function portsOf({ telemetry = {}, web = {} }: Listeners) {
  const port = (address: string) => Number(address.split(':')[1]);
  return { webPort: port(web.http ?? ':5556'), telemetryPort: port(telemetry.http ?? ':5558') };
}
