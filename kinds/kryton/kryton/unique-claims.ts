import type { UniqueClaim } from '../../../core/kind/capabilities.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import { backupFolder } from './resolve/backup.ts';
import { namesOf } from './resolve/names.ts';
import { notesFolder, pluginsFolder } from './resolve/plugins.ts';
import { hostsOf, valuesOf } from './resolve/resolve.ts';
import type { KrytonValues } from './values/values.ts';

type Kryton = Resource<'kryton'>;

/**
 * Everything that only one resource can use: object names that other resources could also render, the host and path of an
 * Ingress, the volume of a database, the folder of plugins, and the backup folder.
 */
export function uniqueClaims(resource: Kryton): readonly UniqueClaim[] {
  const values = valuesOf(resource);
  return [
    ...objectClaims(resource, values),
    ...hostClaims(resource, values),
    ...folderClaims(resource),
    ...databaseClaims(resource, values),
    ...pluginClaims(resource, values),
  ];
}

function objectClaims({ body, name, namespace }: Kryton, values: KrytonValues): readonly UniqueClaim[] {
  const { database, databaseAccount, databaseHeadless, databaseMetrics, serviceAccount, snapshot } = namesOf(
    name,
    values,
  );
  const { enabled, metrics, serviceAccount: account } = values.postgresql;
  const metricsNames = metrics.enabled ? [databaseMetrics] : [];
  const databaseNames = enabled ? [database, databaseHeadless, ...metricsNames] : [];
  const accounts = [
    ...(values.serviceAccount.create ? [serviceAccount] : []),
    ...(enabled && account.create ? [databaseAccount] : []),
    ...(body.spec.snapshot ? [snapshot] : []),
  ];
  return [
    ...[name, ...databaseNames].map((own) => objectClaim(`Service ${namespace}/${own}`, 'rename a Kryton')),
    ...accounts.map((own) =>
      objectClaim(`ServiceAccount ${namespace}/${own}`, 'rename a Kryton, or set another serviceAccount.name'),
    ),
  ];
}

/** leasehold derives most of these names, so the default advice to claim the object in only one resource would not help. */
function objectClaim(what: string, fix: string): UniqueClaim {
  const problem = `more than one resource would create ${what}`;
  return { what, path: ['metadata', 'name'], conflict: { problem, fix } };
}

function hostClaims(resource: Kryton, values: KrytonValues): readonly UniqueClaim[] {
  if (!values.ingress.enabled) return [];
  const { host, hosts } = resource.body.spec.values?.ingress ?? {};
  const field = hosts ? 'hosts' : host ? 'host' : 'enabled';
  const addresses = hostsOf(resource, values).flatMap(({ host: name, paths }) => paths.map(({ path }) => name + path));
  return [...new Set(addresses)].map((address) => ({
    what: `address ${address}`,
    path: ['spec', 'values', 'ingress', field],
  }));
}

const otherClaim = 'use a different claim in each of them';

/** Two servers that write to the same folder of a volume destroy the database in it. */
function databaseClaims({ namespace }: Kryton, { postgresql }: KrytonValues): readonly UniqueClaim[] {
  const { enabled, existingClaim, subPath } = postgresql.primary.persistence;
  if (!postgresql.enabled || !enabled || !existingClaim) return [];
  const path = ['spec', 'values', 'postgresql', 'primary', 'persistence', 'existingClaim'];
  const claim = `PersistentVolumeClaim ${namespace}/${existingClaim}`;
  const place = subPath ? `folder ${subPath} of ${claim}` : claim;
  return [
    {
      what: `database ${place}`,
      path,
      conflict: { problem: `${place} is used for the database of more than one Kryton`, fix: otherClaim },
    },
  ];
}

/** An installer can replace or delete the plugins of another instance, or notes, in the same folder. */
function pluginClaims({ body, namespace }: Kryton, values: KrytonValues): readonly UniqueClaim[] {
  const { enabled, existingClaim } = values.persistence;
  if (!enabled || !existingClaim) return [];
  const notes = notesFolder(values);
  const folders = [
    ...(/(?:^|\.)plugins$/.test(notes) ? [notes] : []),
    ...((body.spec.plugins ?? []).length > 0 ? [pluginsFolder(values)] : []),
  ];
  const path = ['spec', 'values', 'persistence', 'existingClaim'];
  return folders.map((folder) => {
    const what = `folder ${folder} of PersistentVolumeClaim ${namespace}/${existingClaim}`;
    return { what, path, conflict: { problem: `${what} is used by more than one Kryton`, fix: otherClaim } };
  });
}

/** In a shared folder, the retention of one instance can delete the dumps of the other. */
function folderClaims({ body, name }: Kryton): readonly UniqueClaim[] {
  const { backup } = body.spec;
  if (!backup?.objectStore) return [];
  const what = `backup folder ${backupFolder(backup, name)}`;
  const conflict = {
    problem: `${what} is used by more than one Kryton`,
    fix: 'set a different prefix in each of them',
  };
  return [{ what, path: ['spec', 'backup', 'objectStore'], conflict }];
}
