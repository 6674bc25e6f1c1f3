import { type Emit, emit } from '../../../core/print/shape.ts';
import { removalAnnotations } from '../../../core/settings/removal.ts';
import { checksum } from '../../../data/sha256.ts';
import type { Labels, MetaView } from '../../../templates/views.ts';
import { podSpec } from './pod.ts';
import type { OrgDatabase, ResolvedOrg } from './resolve.ts';

/**
 * Up to four objects for an Org with its own pod, two for an Org on a plane
 * [sources: tetrapus-1, tetrapus-2, tetrapus-3].
 */
export function render(org: ResolvedOrg): readonly Emit[] {
  const secret = bootstrapData(org);
  if (org.placement !== 'own') return [bootstrap(org, secret), planeService(org, org.placement)];
  return [...volume(org), bootstrap(org, secret), ownService(org), deployment(org, secret)];
}

function meta(org: ResolvedOrg, suffix: string, annotations: Labels = {}): MetaView {
  return { name: `org-${org.slug}${suffix}`, namespace: org.namespace, labels: labels(org), annotations };
}

function labels(org: ResolvedOrg): Labels {
  return {
    'tetrapus.io/org': org.slug,
    'tetrapus.io/plan-tier': org.tier,
    'tetrapus.io/region': org.region,
    ...selector(org),
  };
}

/** Only labels that never change, because the selector of a Deployment is immutable. */
function selector(org: ResolvedOrg): Labels {
  return {
    'app.kubernetes.io/component': 'data-plane',
    'app.kubernetes.io/instance': `org-${org.slug}`,
    'app.kubernetes.io/name': 'tetrapus',
  };
}

function volume(org: ResolvedOrg): readonly Emit[] {
  const { database } = org;
  if (database.at !== 'volume') return [];
  const view = { accessModes: ['ReadWriteOnce'], storage: database.size, storageClassName: database.storageClassName };
  return [
    emit('persistent-volume-claim', {
      ...view,
      ...meta(org, '-data', removalAnnotations(database.retained ? 'retain' : 'prune')),
    }),
  ];
}

function bootstrapData({ adminEmail, database, placement }: ResolvedOrg): Labels {
  const url = placement === 'own' ? databaseUrl(database) : undefined;
  return url === undefined ? { 'admin-email': adminEmail } : { 'admin-email': adminEmail, 'database-url': url };
}

/** The URL of the database. Undefined if the pod reads the URL from a Secret of the user. */
function databaseUrl(database: OrgDatabase): string | undefined {
  if (database.at === 'secret') return undefined;
  return database.at === 'url' ? database.url : 'sqlite:///var/lib/tetrapus/tetrapus.db';
}

function bootstrap(org: ResolvedOrg, stringData: Labels): Emit {
  return emit('secret', { stringData, ...meta(org, '-bootstrap') });
}

const ports = [{ name: 'http', port: 80, targetPort: 'http' }];

function ownService(org: ResolvedOrg): Emit {
  return emit('service', { ...meta(org, ''), spec: { ports, selector: selector(org), type: 'ClusterIP' } });
}

/** A Service selects only pods of its own namespace. A plane in another namespace is reached by its DNS name. */
function planeService(
  org: ResolvedOrg,
  { plane, namespace }: { readonly plane: string; readonly namespace: string },
): Emit {
  const pods = {
    ...selector(org),
    'app.kubernetes.io/component': 'tenant-plane',
    'app.kubernetes.io/instance': `plane-${plane}`,
  };
  if (namespace === org.namespace)
    return emit('service', { ...meta(org, ''), spec: { ports, selector: pods, type: 'ClusterIP' } });
  return emit('external-name-service', {
    ...meta(org, ''),
    externalName: `plane-${plane}.${namespace}.svc.cluster.local`,
  });
}

function deployment(org: ResolvedOrg, secret: Labels): Emit {
  return emit('deployment', {
    replicasFixed: true,
    replicas: 1,
    selector: selector(org),
    // Two pods cannot share the SQLite file of a ReadWriteOnce volume.
    strategy: { type: org.database.at === 'volume' ? 'Recreate' : 'RollingUpdate' },
    podMetadata: { labels: selector(org), annotations: { 'checksum/bootstrap': checksum(secret) } },
    podSpec: podSpec(org),
    ...meta(org, ''),
  });
}
