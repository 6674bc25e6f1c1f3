import { type Emit, emitInWave } from '../../../core/print/shape.ts';
import type { Components } from './modes.ts';
import { componentWaves, type Identity, metaOf, type Site } from './site.ts';

/** Where users reach a part. */
export interface Route {
  readonly host: string;
  readonly path: string;
  readonly tlsSecret: string | undefined;
  readonly ingressClass: string | undefined;
}

type Part = 'console' | 'keycloak';

const defaultPaths: Readonly<Record<Part, string>> = { console: '/', keycloak: '/auth' };

/** The route of a part: on the shared host at its path, or on a host of its own. Undefined without a host. */
export function routeOf({ ingress = {} }: Components, part: Part): Route | undefined {
  const own = ingress[part] ?? {};
  const host = ingress.host ?? own.host;
  if (host === undefined) return undefined;
  const path = own.path ?? (ingress.host === undefined ? '/' : defaultPaths[part]);
  const tlsSecret = ingress.host === undefined ? own.tlsSecretName : ingress.tlsSecretName;
  return { host, path, tlsSecret, ingressClass: own.ingressClassName ?? ingress.ingressClassName };
}

export function urlOf({ host, path }: Route): string {
  return `https://${host}${path === '/' ? '' : path}`;
}

/** An HTTPRoute if the Platform names a Gateway, else an Ingress. */
export function routeObjects(
  site: Site,
  identity: Identity & { readonly port: number },
  route: Route,
): readonly Emit[] {
  const { gateway } = site.settings;
  const view = metaOf(identity, site.namespace);
  const { host, ingressClass, path, tlsSecret } = route;
  if (gateway) {
    const matches = [{ path: { type: 'PathPrefix', value: path } }];
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
      rules: [{ host, http: { paths: [{ backend, path, pathType: 'Prefix' }] } }],
      tls: tlsSecret === undefined ? [] : [{ hosts: [host], secretName: tlsSecret }],
    }),
  ];
}
