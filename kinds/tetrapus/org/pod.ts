import type { Tree } from '../../../data/tree.ts';
import { restricted, secretVariable, variable } from '../../../kubernetes/script-container.ts';
import type { SigningKey } from './keys.ts';
import type { ResolvedOrg } from './resolve.ts';

const dataPath = '/var/lib/tetrapus';

/** The data plane's pod [sources: tetrapus-1, tetrapus-2]. */
export function podSpec(org: ResolvedOrg): Tree {
  const onVolume = org.database.at === 'volume';
  const claimName = `org-${org.slug}-data`;
  return {
    containers: [
      {
        ...dataPlaneContainer(org.image, environment(org), org.probes),
        resources: org.resources,
        volumeMounts: onVolume ? [{ mountPath: dataPath, name: 'data' }] : undefined,
      },
    ],
    securityContext: podSecurity,
    volumes: onVolume ? [{ name: 'data', persistentVolumeClaim: { claimName } }] : undefined,
  };
}

/** Allows any user except root. The group can write to the volume. */
export const podSecurity = { fsGroup: 1000, runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };

/** The container of an Org's own pod and of a plane's pod. */
export function dataPlaneContainer(image: string, env: readonly Tree[], probes: 'http' | 'tcp'): Tree {
  return {
    env,
    image,
    livenessProbe: probe(probes, '/healthz'),
    name: 'data-plane',
    ports: [{ containerPort: 8080, name: 'http' }],
    readinessProbe: probe(probes, '/readyz'),
    securityContext: restricted.container,
  };
}

function probe(kind: 'http' | 'tcp', path: string): Tree {
  return kind === 'http' ? { httpGet: { path, port: 'http' } } : { tcpSocket: { port: 'http' } };
}

function environment(org: ResolvedOrg): readonly Tree[] {
  const secret = `org-${org.slug}-bootstrap`;
  const { database } = org;
  const url = database.at === 'secret' ? database : { name: secret, key: 'database-url' };
  return [
    variable(org.env('DM_BIND'), '0.0.0.0:8080'),
    variable(org.env('DM_ORG_SLUG'), org.slug),
    variable(org.env('DM_REGION_CODE'), org.region),
    variable(org.env('DM_PLAN_TIER'), org.tier),
    secretVariable(org.env('DM_DATABASE_URL'), url.name, url.key),
    secretVariable(org.env('DM_BOOTSTRAP_ADMIN_EMAIL'), secret, 'admin-email'),
    ...keyVariables(org),
  ];
}

function keyVariables(org: ResolvedOrg): readonly Tree[] {
  const active = org.keys.find((key) => key.active);
  const previous = org.keys.filter((key) => !key.active);
  return [
    ...(active ? [variable(org.env('DM_JWT_KMS_URI'), active.uri), variable(org.env('DM_JWT_KID'), active.kid)] : []),
    ...(previous.length > 0
      ? [variable(org.env('DM_JWT_PREVIOUS_KEYS'), JSON.stringify(previous.map(keyReference)))]
      : []),
  ];
}

function keyReference({ kid, uri }: SigningKey): { readonly kid: string; readonly uri: string } {
  return { kid, uri };
}
