import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { routeOf, urlOf } from '../components/routes.ts';
import { managedDex } from '../dex-server/references.ts';
import type { DexConfig } from '../dex-server/storage.ts';

/** Reports an issuer that is not the URL of the ingress: clients would reject the tokens. */
export function checkIssuer({ body }: DexConfig, world: World, report: Report): void {
  const route = routeOf(managedDex(world)?.body.spec?.components ?? {}, 'dex');
  if (!route) return;
  const { issuer } = body.spec;
  const url = urlOf(route);
  if (issuer.replace(/\/$/, '') === url) return;
  const message = `issuer is ${issuer}, but the ingress publishes Dex at ${url}`;
  report('mismatch', ['spec', 'issuer'], message, { fix: `set it to ${url}, or change components.ingress` });
}
