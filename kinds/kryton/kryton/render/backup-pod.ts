import { scripts } from '../../../../build/scripts.ts';
import type { Tree } from '../../../../data/tree.ts';
import { restricted, scriptContainer, secretVariable, variable } from '../../../../kubernetes/script-container.ts';
import type { Backup } from '../resolve/backup.ts';

/** A database and the destination of its dumps. */
interface Dump {
  readonly images: { readonly curl: string; readonly mc: string | undefined; readonly postgres: string };
  /** How pg_dump connects. */
  readonly variables: readonly Tree[];
  readonly backup: Omit<Backup, 'schedule'>;
}

/** The user of the postgres image. A restricted namespace rejects root. */
const postgresUser = 999;
const toolsMount = { mountPath: '/tools', name: 'tools' };

export function backupPod(dump: Dump): Tree {
  return {
    automountServiceAccountToken: false,
    containers: [dumper(dump)],
    initContainers: [clientInstaller(dump.images)],
    securityContext: restricted.pod(postgresUser),
    volumes: [
      { emptyDir: {}, name: 'tools' },
      { emptyDir: {}, name: 'work' },
    ],
  };
}

/** The init container that installs mc, by download or from the image that the Platform sets. */
function clientInstaller({ curl, mc }: Dump['images']): Tree {
  const script =
    mc === undefined
      ? scripts['kryton/kryton/scripts/backup/download-mc']
      : scripts['kryton/kryton/scripts/backup/copy-mc'];
  const env = [variable('DEST', '/tools')];
  const container = scriptContainer('mc-installer', { image: mc ?? curl, shell: '/bin/sh', script, env });
  return { ...container, volumeMounts: [toolsMount] };
}

function dumper({ images, variables, backup }: Dump): Tree {
  const sweep = backup.retention === undefined ? '' : `\n${scripts['kryton/kryton/scripts/backup/sweep']}`;
  const env = [...variables, ...storeVariables(backup), ...workVariables];
  const script = `${scripts['kryton/kryton/scripts/backup/dump']}${sweep}`;
  const container = scriptContainer('pgdump', { image: images.postgres, shell: '/bin/bash', script, env });
  return { ...container, volumeMounts: [toolsMount, { mountPath: '/work', name: 'work' }] };
}

/** mc keeps its settings in the home directory, which the image's user cannot write to. */
const workVariables = [variable('HOME', '/work'), variable('WORK_DIR', '/work')];

function storeVariables(backup: Dump['backup']): readonly Tree[] {
  const { bucket, credentials, endpoint, prefix, region, retention } = backup;
  return [
    variable('OBJECT_STORE_BUCKET', bucket),
    variable('OBJECT_STORE_ENDPOINT', endpoint),
    variable('OBJECT_STORE_PREFIX', prefix),
    secretVariable('OBJECT_STORE_ACCESS_KEY', credentials),
    secretVariable('OBJECT_STORE_SECRET_KEY', credentials),
    // mc reads MC_REGION.
    ...(region === undefined ? [] : [variable('OBJECT_STORE_REGION', region), variable('MC_REGION', region)]),
    ...(retention === undefined ? [] : [variable('RETENTION', retention)]),
  ];
}
