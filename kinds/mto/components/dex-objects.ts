import type { Emit } from '../../../core/print/shape.ts';
import { variable } from '../../../kubernetes/script-container.ts';
import { filesOf, printConfig, secretFolder } from '../dex-server/config-value.ts';
import { type DexParts, dexConfiguration } from '../dex-server/configuration.ts';
import { portsOf } from '../dex-server/dex-config.ts';
import { databaseKey, databaseName } from '../dex-server/storage.ts';
import type { Dex } from './dex.ts';
import { apiServerPorts, type Traffic } from './network.ts';
import { resourcesOr } from './pod.ts';
import { databaseContainer, postgresPort } from './postgres.ts';
import { routeObjects } from './routes.ts';
import { componentWaves, type Site } from './site.ts';
import { workloadObjects } from './workload-objects.ts';

const configFolder = '/etc/dex';

/** The image evaluates the file with gomplate, and then starts Dex with the result [sources: dex-2]. */
export function dexObjects(site: Site, dex: Dex): readonly Emit[] {
  const { name, parts, postgres, route, secret, values } = dex;
  const { telemetryPort, webPort } = portsOf(parts.config?.body.spec ?? {});
  const identity = { name, app: 'dex', port: webPort };
  const config = dexConfiguration(parts);
  const own = { database: databaseName, owner: databaseName, secret: secret?.name ?? '', key: databaseKey };
  const isInCluster = usesCluster(parts);
  return [
    ...workloadObjects(site, {
      ...identity,
      wave: componentWaves.consumers,
      image: site.settings.images.dex,
      user: 1001,
      args: ['dex', 'serve', `${configFolder}/config.yaml`],
      // Otherwise, Dex would replace text after a $ in passwords.
      env: [variable('DEX_EXPAND_ENV', 'false')],
      trusts: ['SSL_CERT_FILE'],
      probes: probes(telemetryPort),
      resources: resourcesOr(values.resources, '50m', '128Mi'),
      scheduling: values,
      files: { data: { 'config.yaml': `${printConfig(config)}\n` }, mountPath: configFolder },
      secretFiles: { files: filesOf(config), mountPath: secretFolder },
      scratch: ['/tmp'],
      before: postgres ? [databaseContainer(site, postgres, own)] : [],
      rules: [],
      localRules: isInCluster ? storageRules : [],
      hasToken: isInCluster,
      traffic: { from: ['users'], reaches: reachedBy(dex) },
    }),
    ...routeObjects(site, identity, route),
  ];
}

function usesCluster({ config, database }: DexParts): boolean {
  return database === undefined && (config?.body.spec.storage?.type ?? 'kubernetes') === 'kubernetes';
}

/** The addresses of Connectors and of other databases can be in Secrets, which leasehold does not read. */
function reachedBy({ parts }: Dex): Traffic['reaches'] {
  if (parts.connectors.length > 0) return 'everything';
  if (parts.database) return [postgresPort];
  if (usesCluster(parts)) return apiServerPorts;
  return parts.config?.body.spec.storage?.type === 'memory' ? 'nothing' : 'everything';
}

/** The resources in which Dex stores its data. Its CustomResourceDefinitions must exist [sources: dex-1]. */
const storageRules = [
  {
    apiGroups: ['dex.coreos.com'],
    resources: [
      'authcodes',
      'authrequests',
      'connectors',
      'devicerequests',
      'devicetokens',
      'oauth2clients',
      'offlinesessionses',
      'passwords',
      'refreshtokens',
      'signingkeies',
    ],
    verbs: ['create', 'delete', 'get', 'list', 'update'],
  },
];

function probes(port: number) {
  const page = (path: string) => ({ httpGet: { path, port } });
  const ready = page('/healthz/ready');
  return {
    livenessProbe: page('/healthz/live'),
    readinessProbe: ready,
    startupProbe: { ...ready, failureThreshold: 60, periodSeconds: 5 },
  };
}
