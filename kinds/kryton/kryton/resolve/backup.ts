import type { Bodies } from '../../../../build/contracts.ts';
import type { Report } from '../../../../core/problem/problem.ts';
import { checkSchedule } from './schedule.ts';

export type BackupSpec = NonNullable<Bodies['kryton']['spec']['backup']>;

export interface Backup {
  readonly schedule: string;
  readonly retention: string | undefined;
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string | undefined;
  /** Ends in a slash, so that no other prefix begins with it. */
  readonly prefix: string;
  readonly credentials: string;
}

/**
 * A backup requires objectStore and its Secret, although the schema leaves them optional as upstream does
 * [sources: kryton-9].
 */
export function resolveBackup(spec: BackupSpec, name: string, report: Report): Backup | undefined {
  checkSchedule('backup', spec, report);
  const { objectStore } = spec;
  if (!objectStore) {
    report('missing-field', ['spec', 'backup', 'objectStore'], 'backup needs objectStore, which says where dumps go');
    return undefined;
  }
  const { bucket, credentialsSecretRef, region } = objectStore;
  const credentials = credentialsSecretRef?.name ?? '';
  if (credentials === '') warnOfCredentials(report);
  checkBucket(bucket, report);
  const prefix = backupPrefix(spec, name);
  checkPrefix(prefix, report);
  const { schedule, retention } = spec;
  return { schedule, retention, bucket, endpoint: backupEndpoint(spec), region, prefix, credentials };
}

/** The folder of the bucket that the dumps go to, `<name>/` when none is given. */
export function backupPrefix({ objectStore }: BackupSpec, name: string): string {
  return `${(objectStore?.prefix ?? name).replace(/^\/|\/$/g, '')}/`;
}

export function backupEndpoint({ objectStore }: BackupSpec): string {
  return (objectStore?.endpoint ?? '').replace(/\/$/, '');
}

function warnOfCredentials(report: Report): void {
  const message = 'objectStore needs credentialsSecretRef, the Secret that lets the backup in';
  const fix = 'name a Secret of the namespace with the keys OBJECT_STORE_ACCESS_KEY and OBJECT_STORE_SECRET_KEY';
  report('missing-field', ['spec', 'backup', 'objectStore', 'credentialsSecretRef'], message, { fix });
}

/** S3's rules for bucket names that a regular expression in the schema cannot express. */
function checkBucket(bucket: string, report: Report): void {
  const why = /\.\.|\.-|-\./.test(bucket)
    ? 'has a dot beside a dot or a hyphen'
    : /^[0-9]+(\.[0-9]+){3}$/.test(bucket) && 'looks like an IP address';
  if (why) report('bad-format', ['spec', 'backup', 'objectStore', 'bucket'], `bucket ${bucket} ${why}`);
}

/** Rejects `.` and `..` as folders: object stores accept them, but tools that read the objects do not. */
function checkPrefix(prefix: string, report: Report): void {
  const dots = prefix.split('/').find((folder) => folder === '.' || folder === '..');
  const message = `prefix ${prefix} has a folder ${dots}`;
  if (dots !== undefined) report('bad-format', ['spec', 'backup', 'objectStore', 'prefix'], message);
}
