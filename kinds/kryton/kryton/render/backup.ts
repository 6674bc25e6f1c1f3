import { scripts } from '../../../../build/scripts.ts';
import type { Emit } from '../../../../core/print/shape.ts';
import type { Tree } from '../../../../data/tree.ts';
import { restricted, scriptContainer, secretVariable, variable } from '../../../../kubernetes/script-container.ts';
import type { Backup } from '../resolve/backup.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { cronJob } from './jobs.ts';

/** The CronJob that dumps the database into an object store [sources: kryton-8]. */
export function backupObjects(kryton: ResolvedKryton): readonly Emit[] {
  const { backup, names } = kryton;
  if (!backup) return [];
  const { schedule } = backup;
  return [cronJob(kryton, { name: names.backup, component: 'backup', schedule, podSpec: podSpec(kryton, backup) })];
}

/** The user of the postgres image. A restricted namespace rejects root. */
const postgresUser = 999;
const toolsMount = { mountPath: '/tools', name: 'tools' };

function podSpec(kryton: ResolvedKryton, backup: Backup): Tree {
  return {
    automountServiceAccountToken: false,
    containers: [dump(kryton, backup)],
    initContainers: [clientInstaller(kryton)],
    securityContext: restricted.pod(postgresUser),
    volumes: [
      { emptyDir: {}, name: 'tools' },
      { emptyDir: {}, name: 'work' },
    ],
  };
}

/** The init container that installs mc, by download or from the image that the Platform sets. */
function clientInstaller({ settings }: ResolvedKryton): Tree {
  const { curl, mc } = settings.images;
  const script =
    mc === undefined
      ? scripts['kryton/kryton/scripts/backup/download-mc']
      : scripts['kryton/kryton/scripts/backup/copy-mc'];
  const env = [variable('DEST', '/tools')];
  const container = scriptContainer('mc-installer', { image: mc ?? curl, shell: '/bin/sh', script, env });
  return { ...container, volumeMounts: [toolsMount] };
}

function dump(kryton: ResolvedKryton, backup: Backup): Tree {
  const sweep = backup.retention === undefined ? '' : `\n${scripts['kryton/kryton/scripts/backup/sweep']}`;
  const env = [...databaseVariables(kryton), ...storeVariables(backup), ...workVariables];
  const script = `${scripts['kryton/kryton/scripts/backup/dump']}${sweep}`;
  const container = scriptContainer('pgdump', {
    image: kryton.settings.images.postgres,
    shell: '/bin/bash',
    script,
    env,
  });
  return { ...container, volumeMounts: [toolsMount, { mountPath: '/work', name: 'work' }] };
}

/** mc keeps its settings in the home directory, which the image's user cannot write. */
const workVariables = [variable('HOME', '/work'), variable('WORK_DIR', '/work')];

function databaseVariables({ database, databaseKeys, names, values }: ResolvedKryton): readonly Tree[] {
  if (database === 'url') return [secretVariable('POSTGRES_URL', names.secret)];
  const { auth, primary } = values.postgresql;
  return [
    variable('PGHOST', names.database),
    variable('PGPORT', String(primary.service.ports.postgresql)),
    variable('PGUSER', auth.username),
    variable('PGDATABASE', auth.database),
    secretVariable('PGPASSWORD', names.databaseSecret, databaseKeys.user),
  ];
}

function storeVariables(backup: Backup): readonly Tree[] {
  const { bucket, credentials, endpoint, prefix, region, retention } = backup;
  return [
    variable('OBJECT_STORE_BUCKET', bucket),
    variable('OBJECT_STORE_ENDPOINT', endpoint),
    variable('OBJECT_STORE_PREFIX', prefix),
    secretVariable('OBJECT_STORE_ACCESS_KEY', credentials),
    secretVariable('OBJECT_STORE_SECRET_KEY', credentials),
    // The second is the one that mc reads.
    ...(region === undefined ? [] : [variable('OBJECT_STORE_REGION', region), variable('MC_REGION', region)]),
    ...(retention === undefined ? [] : [variable('RETENTION', retention)]),
  ];
}
