import type { Bodies } from '../../../../build/contracts.ts';
import type { Resource } from '../../../../core/kind/resource.ts';
import type { World } from '../../../../core/kind/world.ts';
import type { Report } from '../../../../core/problem/problem.ts';
import { checkSchedule } from './schedule.ts';

export type BackupSpec = NonNullable<Bodies['kryton']['spec']['backup']>;

export interface Backup {
  readonly schedule: string;
  readonly retention: string | undefined;
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string | undefined;
  /** Ends with a slash, so that `prod/` does not match the folder `production/`. */
  readonly prefix: string;
  readonly credentials: string;
}

/**
 * A backup requires objectStore and its Secret, although both are optional in the schema, as in the upstream schema
 * [sources: kryton-9].
 */
export function resolveBackup(spec: BackupSpec, name: string, report: Report): Backup | undefined {
  checkSchedule('backup', spec, report);
  const { objectStore } = spec;
  if (!objectStore) {
    report(
      'missing-field',
      ['spec', 'backup', 'objectStore'],
      'backup requires objectStore, the destination of the dumps',
    );
    return undefined;
  }
  const { bucket, credentialsSecretRef } = objectStore;
  const credentials = credentialsSecretRef?.name ?? '';
  if (credentials === '') reportMissingCredentials(report);
  checkBucket(bucket, report);
  const prefix = backupPrefix(spec, name);
  checkPrefix(prefix, report);
  // The operator ignores empty strings.
  const [retention, region] = [spec.retention || undefined, objectStore.region || undefined];
  return { schedule: spec.schedule, retention, bucket, endpoint: backupEndpoint(spec), region, prefix, credentials };
}

/** The folder of the dumps in the bucket. Defaults to `<name>/`. */
export function backupPrefix({ objectStore }: BackupSpec, name: string): string {
  return `${(objectStore?.prefix || name).replace(/^\/|\/$/g, '')}/`;
}

export function backupEndpoint({ objectStore }: BackupSpec): string {
  return (objectStore?.endpoint ?? '').replace(/\/$/, '');
}

/** The address of the bucket in a canonical form: the scheme, its default port and the case of the endpoint do not matter. */
function storeOf(spec: BackupSpec): string {
  const [scheme, host = ''] = backupEndpoint(spec).toLowerCase().split('://');
  const address = host.replace(scheme === 'http' ? /:0*80$/ : /:0*443$/, '');
  return `${address}/${spec.objectStore?.bucket ?? ''}`;
}

/** The folder of a backup, with its store. */
export function backupFolder(spec: BackupSpec, name: string): string {
  return `${storeOf(spec)}/${backupPrefix(spec, name)}`;
}

type Kryton = Resource<'kryton'>;

/**
 * Rejects a backup whose folder is in the folder of another backup, or contains it. Tools that delete by prefix, such as those of
 * the operator, also delete the inner folder.
 */
export function checkNesting(resource: Kryton, world: World, report: Report): void {
  const own = folderOf(resource);
  if (own === undefined) return;
  const { inner, owners } = world.derived(foldersOf);
  const outer = parentsOf(own).find((folder) => owners.has(folder));
  const other = outer === undefined ? inner.get(own) : owners.get(outer);
  if (other === undefined) return;
  const relation = outer === undefined ? 'contains the folder of' : 'is in the folder of';
  const message = `backup folder ${own} ${relation} Kryton ${other}, so a tool that deletes by prefix would delete dumps of both`;
  report('conflicting-fields', ['spec', 'backup', 'objectStore'], message, {
    fix: 'choose prefixes so that neither folder contains the other',
  });
}

interface Folders {
  /** The Kryton of each folder. */
  readonly owners: ReadonlyMap<string, string>;
  /** For each folder that contains backup folders, a Kryton that uses one of the contained folders. */
  readonly inner: ReadonlyMap<string, string>;
}

function foldersOf(world: World): Folders {
  const owned = world.all('kryton').flatMap((kryton): readonly (readonly [folder: string, owner: string])[] => {
    const folder = folderOf(kryton);
    return folder === undefined ? [] : [[folder, `${kryton.namespace}/${kryton.name}`]];
  });
  const inner = owned.flatMap(([folder, owner]) => parentsOf(folder).map((parent) => [parent, owner] as const));
  return { owners: new Map(owned), inner: new Map(inner) };
}

function folderOf({ body, name }: Kryton): string | undefined {
  const { backup } = body.spec;
  return backup?.objectStore && backupFolder(backup, name);
}

/** The folders in the bucket that contain a folder, the outermost first. */
function parentsOf(folder: string): readonly string[] {
  const steps = folder.split('/').slice(0, -1);
  return steps.slice(2, -1).map((_, index) => `${steps.slice(0, index + 3).join('/')}/`);
}

function reportMissingCredentials(report: Report): void {
  const message = 'objectStore requires credentialsSecretRef, the Secret with the credentials';
  const fix = 'name a Secret with the keys OBJECT_STORE_ACCESS_KEY and OBJECT_STORE_SECRET_KEY in the same namespace';
  report('missing-field', ['spec', 'backup', 'objectStore', 'credentialsSecretRef'], message, { fix });
}

/** S3's rules for bucket names that a regular expression in the schema cannot express. */
function checkBucket(bucket: string, report: Report): void {
  const why = /\.\.|\.-|-\./.test(bucket)
    ? 'has a dot next to a dot or a hyphen, which object stores reject'
    : /^[0-9]+(\.[0-9]+){3}$/.test(bucket) && 'has the format of an IP address, which object stores reject';
  if (why) report('bad-format', ['spec', 'backup', 'objectStore', 'bucket'], `bucket ${bucket} ${why}`);
}

/** Rejects `.` and `..` as folders: object stores accept them, but tools that read the objects do not. */
function checkPrefix(prefix: string, report: Report): void {
  const dots = prefix.split('/').find((folder) => folder === '.' || folder === '..');
  const message = `prefix ${prefix} contains the folder "${dots}", which many tools cannot read`;
  const fix = `remove ${dots}/ from the prefix`;
  if (dots !== undefined) report('bad-format', ['spec', 'backup', 'objectStore', 'prefix'], message, { fix });
}
