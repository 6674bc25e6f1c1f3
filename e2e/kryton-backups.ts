import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { objectsOf } from '../test/case-files.ts';
import { caseFiles } from '../test/kind-cases.ts';
import { containerOf, newFolder, type Run, run } from '../test/pod-script.ts';
import type { KubeObject } from './manifests.ts';
import type { Postgres } from './postgres.ts';

const sample = caseFiles('kryton', 'renders the sample with backups and snapshots');
const id = 'CronJob.batch kryton/kryton-sample-backup';

/** The CronJob that dumps the database of the sample. */
export const backupJob = objectsOf(sample).get(id) as unknown as KubeObject;

/** The directory with the sample's dumps, as a path for mc. */
export const dumpFolder = 'store/kryton-backups/kryton-sample';

/**
 * Behaves like mc with a bucket. e2e/kryton-mc.test.ts compares it with recorded output of the real mc. $FAIL names the
 * command that fails.
 */
const mc = `cd "$WORK"
fail() { echo "mc: <ERROR> $*" >&2; exit 1; }
[ "$1" != "$FAIL" ] || fail "Unable to $1."
case "$1" in
  alias)
    [ "$5" = OBJECT_STORE_ACCESS_KEY ] ||
      fail "Unable to initialize new alias from the provided credentials. The Access Key Id you provided does not exist in our records."
    echo "Added \\\`$3\\\` successfully." ;;
  ls)
    [ -d "$(echo "$2" | cut -d/ -f1-2)" ] || fail "Unable to list folder. The specified bucket does not exist"
    [ ! -d "$2" ] || ls -A "$2" ;;
  cp)
    [ -f "$2" ] || fail "Unable to prepare URL for copying. Unable to guess the type of copy operation."
    mkdir -p "\${3%/*}" && cp "$2" "$3" ;;
  find)
    [ -d "$2" ] || fail "Unable to stat \\\`$2\\\`. Object does not exist."
    find "\${2%/}" -type f -name "$4" \${6:+-mtime +"\${6%d}"} ;;
  rm)
    [ -f "$2" ] || fail "Failed to remove \\\`$2\\\`. Object does not exist"
    rm "$2" && echo "Removed \\\`$2\\\`." ;;
esac`;

const failing = (name: string) => `[ "$FAIL" != ${name} ] || exit 1\nPATH=$REAL exec ${name} "$@"`;

/** The programs in the image of the backup; $FAIL names a program, or a command of mc, that fails. */
export const backupPrograms = { mc, pg_dump: failing('pg_dump'), pg_restore: failing('pg_restore') };

/** The variables for the programs: the connection to a database, and no program that fails. */
export function variablesFor({ port }: Postgres): Readonly<Record<string, string>> {
  return { PGHOST: '127.0.0.1', PGPORT: String(port), FAIL: 'none', REAL: process.env['PATH'] ?? '' };
}

/** Fills the database with 1,000 notes. */
export function fillNotes(database: Postgres): void {
  database.sql('DROP TABLE IF EXISTS notes; CREATE TABLE notes AS SELECT generate_series(1, 1000) AS id');
}

/** A directory with an empty bucket. */
export function newStore(): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'store/kryton-backups'), { recursive: true });
  return folder;
}

/** Runs the rendered backup of a database into a bucket. */
export function backUp(database: Postgres, folder: string, env: Readonly<Record<string, string>> = {}): Run {
  const container = containerOf(sample, id, 'pgdump');
  return run(container, { programs: backupPrograms, folder, env: { ...variablesFor(database), ...env } });
}
