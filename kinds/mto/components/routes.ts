import { type Emit, emitInWave } from '../../../core/print/shape.ts';
import { type Components, gatewayMode } from './modes.ts';
import { componentWaves, type Identity, metaOf, type Site } from './site.ts';

/** The address of a part for users. */
export interface Route {
  readonly host: string;
  readonly path: string;
  /** More specific paths of the part. Without them, another part on the same host would receive their requests. */
  readonly longerPaths: readonly string[];
  readonly tlsSecret: string | undefined;
  readonly ingressClass: string | undefined;
}

type Part = 'console' | 'dex' | 'keycloak';

const defaultPaths: Readonly<Record<Part, string>> = { console: '/', dex: '/dex', keycloak: '/auth' };

/** The route of a part: on the shared host at its path, or on a host of its own. Undefined without a host. */
export function routeOf({ ingress = {} }: Components, part: Part): Route | undefined {
  const own = ingress[part] ?? {};
  const host = ingress.host ?? own.host;
  if (host === undefined) return undefined;
  const path = own.path ?? (ingress.host === undefined ? '/' : defaultPaths[part]);
  const tlsSecret = ingress.host === undefined ? own.tlsSecretName : ingress.tlsSecretName;
  return { host, path, longerPaths: [], tlsSecret, ingressClass: own.ingressClassName ?? ingress.ingressClassName };
}

export function urlOf({ host, path }: Route): string {
  return `https://${host}${path === '/' ? '' : path}`;
}

/** A page below the path of a part. */
export function pathBelow({ path }: Route, page: string): string {
  return `${path === '/' ? '' : path}/${page}`;
}

/** The URL of the console in browsers. Undefined if there is none. */
export function consoleUrl(components: Components): string | undefined {
  const mode = gatewayMode(components);
  if (mode === 'External') return components.gateway?.external?.url;
  const route = mode === 'Managed' ? routeOf(components, 'console') : undefined;
  return route && urlOf(route);
}

/** An HTTPRoute if the Platform names a Gateway, otherwise an Ingress. `paths` are the published prefixes. */
export function routeObjects(
  site: Site,
  identity: Identity & { readonly port: number },
  route: Route,
  paths: readonly string[] = [route.path, ...route.longerPaths],
): readonly Emit[] {
  const { gateway } = site.settings;
  const view = metaOf(identity, site.namespace);
  const { host, ingressClass, tlsSecret } = route;
  if (gateway) {
    const matches = paths.map((value) => ({ path: { type: 'PathPrefix', value } }));
    const rules = [{ backendRefs: [{ name: identity.name, port: identity.port }], matches }];
    return [
      emitInWave(componentWaves.jobs, 'http-route', {
        ...view,
        spec: { hostnames: [host], parentRefs: [gateway], rules },
      }),
    ];
  }
  const backend = { service: { name: identity.name, port: { number: identity.port } } };
  return [
    emitInWave(componentWaves.jobs, 'ingress', {
      ...view,
      ingressClassName: ingressClass ?? '',
      rules: [{ host, http: { paths: paths.map((path) => ({ backend, path, pathType: 'Prefix' })) } }],
      tls: tlsSecret === undefined ? [] : [{ hosts: [host], secretName: tlsSecret }],
    }),
  ];
}
