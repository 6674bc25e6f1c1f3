import * as assert from 'uvu/assert';
import type { Terminal } from '../../cli/ports.ts';
import { suite } from '../harness.ts';
import { file, runOn, tenant } from './fake-ports.ts';

const platform = file(
  'platform/platform.yaml',
  'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: { name: platform }\nspec: { tenantsDirectory: tenants }\n',
);
const note = 'note: the Platform in platform also applies, because it includes the directory tenants\n';

const check = async (terminal: Partial<Terminal>, texts: Readonly<Record<string, string>> = {}, ...more: string[]) =>
  (await runOn({ trees: { tenants: [platform, tenant('ada')] }, terminal, texts }, 'check', ...more)).stderr;

suite('the note on a Platform outside the directory', (test) => {
  test('is printed at a terminal, because anybody could have written the file', async () => {
    assert.is(await check({ stderrIsTty: true }), note);
  });

  test('is omitted in a Git repository, in CI, with --quiet and in a pipe', async () => {
    const tty = { stderrIsTty: true };
    const all = [
      check(tty, { '.git': '' }),
      check(tty, { '../.git': '' }),
      check({ ...tty, isCi: true }),
      check(tty, {}, '--quiet'),
      check({}),
    ];
    assert.equal(
      await Promise.all(all),
      all.map(() => ''),
    );
  });

  test('is omitted if the directory contains the Platform', async () => {
    const own = { ...platform, path: 'tenants/platform.yaml' };
    const machine = { trees: { tenants: [own, tenant('ada')] }, terminal: { stderrIsTty: true } };
    assert.not.match((await runOn(machine, 'check')).stderr, 'note:');
  });
});
