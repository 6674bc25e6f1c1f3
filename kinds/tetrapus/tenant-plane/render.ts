import { type Emit, emit } from '../../../core/print/shape.ts';
import { checksum } from '../../../data/sha256.ts';
import type { Tree } from '../../../data/tree.ts';
import { secretVariable, variable } from '../../../kubernetes/script-container.ts';
import type { Labels, MetaView } from '../../../templates/views.ts';
import { dataPlaneContainer, podSecurity } from '../org/pod.ts';
import type { PlaneOrg, ResolvedPlane } from './resolve.ts';

/** The shared Deployment and the list of its Orgs [sources: tetrapus-3]. */
export function render(plane: ResolvedPlane): readonly Emit[] {
  const data = { 'orgs.json': JSON.stringify(plane.orgs.map(orgEntry)) };
  return [orgsFile(plane, data), service(plane), deployment(plane, data), ...disruptionBudget(plane)];
}

function meta(plane: ResolvedPlane, suffix = ''): MetaView {
  const labels = { ...selector(plane), 'tetrapus.io/region': plane.spec.region_code };
  return { name: `plane-${plane.name}${suffix}`, namespace: plane.namespace, labels, annotations: {} };
}

function selector(plane: ResolvedPlane): Labels {
  return {
    'app.kubernetes.io/component': 'tenant-plane',
    'app.kubernetes.io/instance': `plane-${plane.name}`,
    'app.kubernetes.io/name': 'tetrapus',
  };
}

function orgEntry({ slug, tier, namespace, keys }: PlaneOrg): Tree {
  const active = keys.find((key) => key.active);
  const previous = keys.filter((key) => !key.active).map(({ kid, uri }) => ({ kid, uri }));
  return {
    slug,
    plan_tier: tier,
    namespace,
    ...(active ? { jwt_kms_uri: active.uri, jwt_kid: active.kid } : {}),
    ...(previous.length > 0 ? { jwt_previous_keys: previous } : {}),
  };
}

function orgsFile(plane: ResolvedPlane, data: Labels): Emit {
  return emit('config-map', { ...meta(plane, '-orgs'), data });
}

function service(plane: ResolvedPlane): Emit {
  const ports = [{ name: 'http', port: 80, targetPort: 'http' }];
  return emit('service', { ...meta(plane), spec: { ports, selector: selector(plane), type: 'ClusterIP' } });
}

function deployment(plane: ResolvedPlane, data: Labels): Emit {
  const { spec, probes } = plane;
  const container = dataPlaneContainer(spec.data_plane_image, environment(plane), probes);
  const volumeMounts = [{ mountPath: '/etc/tetrapus', name: 'orgs', readOnly: true }];
  return emit('deployment', {
    ...meta(plane),
    replicasFixed: true,
    replicas: plane.replicas,
    selector: selector(plane),
    strategy: { type: 'RollingUpdate' },
    podMetadata: { labels: selector(plane), annotations: { 'checksum/orgs': checksum(data) } },
    podSpec: {
      containers: [{ ...container, volumeMounts }],
      securityContext: podSecurity,
      volumes: [{ configMap: { name: `plane-${plane.name}-orgs` }, name: 'orgs' }],
    },
  });
}

function environment({ spec, env: name }: ResolvedPlane): readonly Tree[] {
  const database = spec.external_db_secret_ref;
  return [
    variable(name('DM_BIND'), '0.0.0.0:8080'),
    variable(name('DM_MULTI_TENANT'), 'true'),
    variable(name('DM_MAX_ORGS'), String(spec.max_orgs)),
    variable(name('DM_REGION_CODE'), spec.region_code),
    variable(name('DM_ORGS_FILE'), '/etc/tetrapus/orgs.json'),
    ...(database ? [secretVariable(name('DM_DATABASE_URL'), database.name, database.key)] : []),
  ];
}

function disruptionBudget(plane: ResolvedPlane): readonly Emit[] {
  if (plane.replicas < 2) return [];
  const spec = { maxUnavailable: 1, selector: { matchLabels: selector(plane) } };
  return [emit('pod-disruption-budget', { ...meta(plane), spec })];
}
