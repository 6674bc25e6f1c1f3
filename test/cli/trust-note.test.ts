import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { acme, file, kleff, shared } from '../laws/grant-attacks.ts';
import { runOn, tenant } from './fake-ports.ts';

suite('the note on trust', (test) => {
  const note = /All authors share one trust domain/;

  test('is in a summary at a terminal if several tenants share one trust domain', async () => {
    const machine = { trees: { tenants: [tenant('ada'), tenant('bob')] }, terminal: { stderrIsTty: true } };
    for (const argv of [['check'], ['render', '--out', 'out']]) {
      const { stdout, stderr, code } = await runOn(machine, ...argv);
      assert.is(code, 0);
      assert.match(stderr, note);
      assert.not.match(stdout, note);
      assert.not.match((await runOn({ trees: machine.trees }, ...argv)).stderr, note);
    }
  });

  test('is absent for one tenant, or with directoryPerTenant', async () => {
    const evil = file('tenants/evil/evil.yaml', kleff('evil', 'free', 'evil').text);
    for (const tenants of [[tenant('ada')], [...shared, acme, evil]]) {
      const { stderr } = await runOn({ trees: { tenants }, terminal: { stderrIsTty: true } }, 'check');
      assert.not.match(stderr, note);
    }
  });

  test('is also in the README, the guide to tenants and the page about security', () => {
    for (const page of ['README.md', 'docs/tenants.md', 'docs/security.md'])
      assert.match(readFileSync(page, 'utf8'), /all authors form a single\s+trust domain/);
  });
});
