import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { runOn, tenant } from './fake-ports.ts';

const machine = {
  trees: { tenants: [tenant('ada')], other: [tenant('ada')] },
  revisions: { main: [tenant('ada')] },
};

/** A call in an earlier spelling, the same call in the current spelling, and the hint. */
const calls: readonly (readonly [earlier: string, now: string, hint: string])[] = [
  ['check other', 'check --dir other', 'the argument other is now the option --dir other'],
  ['check --format json', 'check -o json', '--format is now --output'],
  ['render other --stdout json', 'render -d other -o json', '--stdout is now --output'],
  ['render -o out', 'render --out out', '-o out is now --out out'],
  ['diff main --path tenants', 'diff main --dir tenants', '--path is now --dir'],
  ['new Org acme --dir orgs', 'new Org acme --out orgs', '--dir is now --out'],
  ['showback --csv', 'showback -o csv', '--csv is now --output csv'],
  ['new Org acme --stdout', 'new Org acme -o yaml', '--stdout is now --output yaml'],
];

suite('an earlier spelling', (test) => {
  for (const [earlier, now, hint] of calls) {
    test(`such as leasehold ${earlier} does what leasehold ${now} does, with a hint`, async () => {
      const [before, after] = [await runOn(machine, ...earlier.split(' ')), await runOn(machine, ...now.split(' '))];
      assert.equal({ ...before, stderr: '' }, { ...after, stderr: '' });
      assert.ok(before.stderr.includes(`leasehold: ${hint}`), before.stderr);
      assert.not.match(after.stderr, 'earlier spelling');
    });
  }
});

suite('the common options:', (test) => {
  const warned = { trees: { tenants: [tenant('ada')] }, terminal: { stdoutIsTty: true } };

  test('--no-color and forced colors override the terminal', async () => {
    const wrong = { ...warned, trees: { tenants: [tenant('ada', 'gold')] } };
    const colored = async (color: 'auto' | 'always', ...more: string[]) =>
      (await runOn({ ...wrong, terminal: { stdoutIsTty: true, color } }, 'check', ...more)).stdout.includes('\u001b[');
    assert.equal(
      [await colored('auto'), await colored('always'), await colored('always', '--no-color')],
      [true, true, false],
    );
    const piped = await runOn({ ...wrong, terminal: { color: 'always' } }, 'check');
    assert.match(piped.stdout, '\u001b[31merror\u001b[0m');
    assert.match(piped.stdout, '^^^^');
  });

  test('--quiet prints errors, but no table and no hints', async () => {
    const { stdout, written } = await runOn(machine, 'render', '--out', 'out', '--quiet');
    assert.is(stdout, '');
    assert.ok(Object.keys(written).length > 1);
    assert.match((await runOn({ trees: { tenants: [tenant('ada', 'gold')] } }, 'check', '-q')).stdout, ' error ');
    assert.is((await runOn(machine, 'check', 'other', '-q')).stderr, '');
  });

  test('--dir - reads standard input', async () => {
    const { text } = tenant('ada') as { text: string };
    const { stdout } = await runOn({ input: text }, 'render', '--dir', '-', '-o', 'name');
    assert.match(stdout, /^Namespace user-ada\n/m);
    assert.match((await runOn({ input: 'a: [' }, 'check', '-d', '-')).stdout, /^stdin\.yaml:1:\d+ error invalid-yaml/);
  });
});
