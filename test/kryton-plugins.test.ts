import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';
import { containerOf, logs, newFolder, type Run, run } from './pod-script.ts';

suite('the installer of plugins', (test) => {
  const files = caseFiles('kryton', 'installs plugins before the server starts');
  const installer = containerOf(files, 'Deployment.apps kryton/kryton-with-plugins', 'plugin-installer');
  const archive = packed();

  test('unpacks archives with the correct checksum, and installs them again only if their files changed', () => {
    const { status, folder, output } = install(archive.sha256);
    assert.is(status, 0, output);
    assert.is(readFileSync(join(folder, 'plugins/example-plugin/manifest.json'), 'utf8'), '{}');
    const again = install(archive.sha256, folder);
    assert.match(again.output, 'example-plugin is installed');
    assert.equal(again.calls, []);
    writeFileSync(join(folder, 'plugins/example-plugin/manifest.json'), 'changed');
    writeFileSync(join(folder, 'plugins/example-plugin/state.json'), '{}');
    assert.match(install(archive.sha256, folder).output, 'example-plugin was installed');
    assert.is(readFileSync(join(folder, 'plugins/example-plugin/manifest.json'), 'utf8'), '{}');
  });

  test('rejects another checksum, keeps the installed version and leaves no partial files', () => {
    const { folder } = install(archive.sha256);
    const { status, output } = install('f'.repeat(64), folder);
    assert.is(status, 1);
    assert.match(output, 'does not have the checksum');
    assert.equal(readdirSync(join(folder, 'plugins')).sort(), ['.example-plugin.archive', 'example-plugin']);
    assert.ok(existsSync(join(folder, 'plugins/example-plugin/manifest.json')));
  });

  test('detects the type of an archive by its content, not its URL', () => {
    for (const flags of [
      ['tar', '-cJf'],
      ['tar', '-cjf'],
      ['tar', '-cf'],
    ] as const) {
      const { file, sha256 } = packed(...flags);
      const { status, folder, output } = install(sha256, undefined, 'https://example.com/download?file=x', file);
      assert.is(status, 0, output);
      assert.ok(existsSync(join(folder, 'plugins/example-plugin/manifest.json')));
    }
  });

  test('rejects an archive that the server would not load', () => {
    for (const name of ['manifest.yaml', undefined]) {
      const { file, sha256 } = name === undefined ? plain() : packed('tar', '-czf', name);
      const { status, folder, output } = install(sha256, undefined, 'https://example.com/x.zip', file);
      assert.is(status, 1);
      assert.match(output, /no manifest.json|cannot be unpacked/);
      assert.not(existsSync(join(folder, 'plugins/example-plugin')));
    }
  });

  test('prunes only what it installed', () => {
    const pruning = containerOf(
      caseFiles('kryton', 'deletes unlisted plugins if the platform allows it'),
      'Deployment.apps kryton/notes',
      'plugin-installer',
    );
    const folder = newFolder();
    for (const name of ['listed-before', 'by-an-administrator', 'of-an-earlier-release'])
      mkdirSync(join(folder, 'plugins', name), { recursive: true });
    for (const mark of ['.listed-before.archive', '.of-an-earlier-release.sha256'])
      writeFileSync(join(folder, 'plugins', mark), '');
    const env = { PLUGIN_COUNT: '0' };
    assert.is(run(pruning, { programs: {}, env, folder }).status, 0);
    assert.equal(readdirSync(join(folder, 'plugins')), ['by-an-administrator']);
  });

  test('does not run shell syntax in the URL of a plugin', () => {
    const { status, folder } = install(
      archive.sha256,
      undefined,
      `https://example.com/$(touch$IFS$WORK/pwned)\`id\`.tar.gz`,
    );
    assert.is(status, 0);
    assert.not(existsSync(join(folder, 'pwned')));
  });

  function install(
    sha256: string,
    folder = newFolder(),
    url = 'https://example.com/example-1.2.3.tar.gz',
    file = archive.file,
  ): Run {
    const curl = `${logs}; while [ $# -gt 1 ]; do [ "$1" = --output ] && cp "${file}" "$2"; shift; done`;
    return run(installer, { programs: { curl }, env: { PLUGIN_0_SHA256: sha256, PLUGIN_0_URL: url }, folder });
  }
});

/** An archive of a plugin, in a folder, as authors pack it. */
function packed(
  program = 'tar',
  flags = '-czf',
  name = 'manifest.json',
): { readonly file: string; readonly sha256: string } {
  const folder = newFolder();
  const file = join(folder, 'plugin.tar.gz');
  mkdirSync(join(folder, 'example-1.2.3'));
  writeFileSync(join(folder, 'example-1.2.3', name), '{}');
  execFileSync(program, [flags, file, '-C', folder, 'example-1.2.3']);
  return { file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

/** A file that is not an archive. */
function plain(): { readonly file: string; readonly sha256: string } {
  const file = join(newFolder(), 'plugin.zip');
  writeFileSync(file, 'text');
  return { file, sha256: createHash('sha256').update('text').digest('hex') };
}
