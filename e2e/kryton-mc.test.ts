import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { backupPrograms, dumpFolder, newStore } from './kryton-backups.ts';

type Recording = readonly [command: string, status: number, output: string | RegExp];

const folder = `${dumpFolder}/`;
const old = `${folder}kryton-20200101T000000Z.dump`;
const nested = `${folder}archive/kryton-20190101T000000Z.dump`;
const missing = 'store/no-such-bucket/kryton-sample/';
const credentials = 'alias set store https://minio.kw.local';
const wrong =
  'Unable to initialize new alias from the provided credentials. The Access Key Id you provided does not exist in our records.';

/**
 * Recorded output of the real mc (github.com/minio/mc v0.0.0-20250313080218-cf909e1063a9) for the commands of the backup,
 * in order. The S3 server was github.com/johannesboyne/gofakes3, behind a proxy that rejects unknown keys.
 */
const recorded: readonly Recording[] = [
  [`${credentials} WRONG OBJECT_STORE_SECRET_KEY`, 1, `mc: <ERROR> ${wrong}`],
  [`${credentials} OBJECT_STORE_ACCESS_KEY OBJECT_STORE_SECRET_KEY`, 0, 'Added `store` successfully.'],
  [`ls ${folder}`, 0, ''],
  [`ls ${missing}`, 1, 'mc: <ERROR> Unable to list folder. The specified bucket does not exist'],
  [
    `find ${folder} --name *.dump --older-than 30d`,
    1,
    `mc: <ERROR> Unable to stat \`${folder}\`. Object does not exist.`,
  ],
  [`cp a.dump ${old}`, 0, /.*/],
  [`cp a.dump ${nested}`, 0, /.*/],
  [`cp a.dump ${folder}notes.txt`, 0, /.*/],
  [
    `cp absent.dump ${old}`,
    1,
    'mc: <ERROR> Unable to prepare URL for copying. Unable to guess the type of copy operation.',
  ],
  [`ls ${folder}`, 0, /^kryton-20200101T000000Z\.dump$/m],
  [`find ${folder} --name *.dump --older-than 30d`, 0, ''],
  [`find ${folder} --name *.dump`, 0, `${nested}\n${old}`],
  [`rm ${old}`, 0, `Removed \`${old}\`.`],
  [`rm ${old}`, 1, `mc: <ERROR> Failed to remove \`${old}\`. Object does not exist`],
  [`find ${folder} --name *.dump`, 0, nested],
];

suite('the fake mc', (test) => {
  const work = newStore();
  writeFileSync(join(work, 'a.dump'), 'dump');
  for (const [index, [command, status, output]] of recorded.entries())
    test(`responds as recorded to command ${index + 1}, ${command}`, () => {
      const env = { ...process.env, WORK: work, FAIL: 'none' };
      const answer = spawnSync('sh', ['-c', backupPrograms.mc, 'mc', ...command.split(' ')], { encoding: 'utf8', env });
      const text = `${answer.stdout}${answer.stderr}`.trim().split('\n').sort().join('\n');
      assert.is(answer.status, status, text);
      if (typeof output === 'string') assert.is(text, output);
      else assert.match(text, output);
    });

  test('fails without creating an object if FAIL names the command', () => {
    const env = { ...process.env, WORK: work, FAIL: 'cp' };
    assert.is(spawnSync('sh', ['-c', backupPrograms.mc, 'mc', 'cp', 'a.dump', old], { env }).status, 1);
    assert.not(existsSync(join(work, old)));
  });
});
