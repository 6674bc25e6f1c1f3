import type { Resource } from '../../../../core/kind/resource.ts';
import type { Report } from '../../../../core/problem/problem.ts';
import type { KrytonValues } from '../values/values.ts';

/** The name of each object of an instance [sources: kryton-3, kryton-7, kryton-8, kryton-11]. */
export interface ObjectNames {
  /** Deployment, Service, Ingress, HorizontalPodAutoscaler and ServiceMonitor. */
  readonly server: string;
  readonly config: string;
  /** The Secret that the server reads, whether rendered or not. */
  readonly secret: string;
  readonly volumeClaim: string;
  readonly serviceAccount: string;
  /** The database's StatefulSet, Service, NetworkPolicy, PodDisruptionBudget and ServiceMonitor. */
  readonly database: string;
  readonly databaseAccount: string;
  /** The Secret with the certificates of the database. */
  readonly databaseCertificates: string;
  readonly databaseConfiguration: string;
  readonly databaseExtension: string;
  readonly databaseHeadless: string;
  /** The Service and the ConfigMap of the exporter. */
  readonly databaseMetrics: string;
  readonly databasePreInitScripts: string;
  readonly databaseScripts: string;
  /** The Secret with the database's passwords, whether rendered or not. */
  readonly databaseSecret: string;
  readonly backup: string;
  readonly snapshot: string;
  readonly test: string;
}

export function namesOf(name: string, values: KrytonValues): ObjectNames {
  const { existingSecret, persistence, postgresql, serviceAccount } = values;
  const database = `${name}-postgresql`;
  const { serviceAccount: account } = postgresql;
  return {
    server: name,
    config: `${name}-config`,
    secret: existingSecret || `${name}-secret`,
    volumeClaim: persistence.existingClaim || `${name}-data`,
    serviceAccount: serviceAccount.name || (serviceAccount.create ? name : 'default'),
    database,
    databaseAccount: account.name || (account.create ? database : 'default'),
    databaseCertificates: postgresql.tls.certificatesSecret || `${database}-crt`,
    databaseConfiguration: `${database}-configuration`,
    databaseExtension: `${database}-extended-configuration`,
    databaseHeadless: `${database}-hl`,
    databaseMetrics: `${database}-metrics`,
    databasePreInitScripts: `${database}-preinit-scripts`,
    databaseScripts: `${database}-init-scripts`,
    databaseSecret: postgresql.auth.existingSecret || database,
    backup: `${name}-backup`,
    snapshot: `${name}-snapshot`,
    test: `${name}-test-connection`,
  };
}

const path = ['metadata', 'name'];

/**
 * The name of a Service has no dots and starts with a letter. The controllers add up to 11 characters to the names of a
 * StatefulSet and a CronJob, so these can have at most 52.
 */
export function checkName({ name, body }: Resource<'kryton'>, values: KrytonValues, report: Report): void {
  if (!/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)) {
    const fix = 'use lowercase letters, digits and -, and start with a letter';
    report('bad-format', path, `name "${name}" is not a valid Service name`, { fix });
  }
  const { backup, snapshot } = body.spec;
  if (values.postgresql.enabled) checkLength(name, { kind: 'StatefulSet', suffix: '-postgresql' }, report);
  if (backup) checkLength(name, { kind: 'CronJob', suffix: '-backup' }, report);
  if (snapshot) checkLength(name, { kind: 'CronJob', suffix: '-snapshot' }, report);
}

interface NamedObject {
  readonly kind: string;
  readonly suffix: string;
}

function checkLength(own: string, { kind, suffix }: NamedObject, report: Report): void {
  const name = `${own}${suffix}`;
  if (name.length <= 52) return;
  const message = `${kind} ${name} would have a name of ${name.length} characters; the maximum is 52`;
  const fix = `shorten metadata.name to at most ${52 - suffix.length} characters`;
  report('name-too-long', path, message, { fix });
}
