import type { Emit } from '../../../../core/print/shape.ts';
import type { Tree } from '../../../../data/tree.ts';
import { secretVariable, variable } from '../../../../kubernetes/script-container.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { backupPod } from './backup-pod.ts';
import { cronJob } from './jobs.ts';

/** The CronJob that dumps the database into an object store [sources: kryton-8]. */
export function backupObjects(kryton: ResolvedKryton): readonly Emit[] {
  const { backup, names, settings } = kryton;
  if (!backup) return [];
  const { schedule } = backup;
  const podSpec = backupPod({ images: settings.images, variables: databaseVariables(kryton), backup });
  return [cronJob(kryton, { name: names.backup, component: 'backup', schedule, podSpec })];
}

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
