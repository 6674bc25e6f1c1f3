import * as assert from 'uvu/assert';
import { codes } from '../../core/problem/codes.ts';
import { formatProblem } from '../../core/problem/format.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, org, runOn, tenant } from './fake-ports.ts';

const wrong = file(
  'tenants/bob.yaml',
  'apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata:\n  name: bob\n  namespace: tenants\nspec:\n  plan: gold # the best\n  userId: "日本"\n  usernam: b\n',
);
const machine = { trees: { tenants: [tenant('ada'), wrong] } };
/** Tests of the core cover the errors themselves. These tests cover how check prints them. */
const { problems } = render(machine.trees.tenants);

suite('check', (test) => {
  test('reports success and exits with 0', async () => {
    assert.equal(await runOn({ trees: { tenants: [tenant('ada')] } }, 'check'), {
      code: 0,
      stdout: '1 file, 1 resource: no problems\n',
      stderr: '',
      written: {},
    });
  });

  test('with --today, warns about enforcement modes that have ended', async () => {
    const text = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec:
  enforcement:
    modes:
      - {rules: [images], mode: warn, until: "2026-12-01"}
      - {rules: [hosts], mode: audit}
`;
    const trees = { tenants: [file('tenants/platform.yaml', text)] };
    const of = (...words: readonly string[]) => runOn({ trees }, 'check', ...words);
    assert.is((await of()).stdout, '1 file, 1 resource: no problems\n');
    assert.is((await of('--today', '2026-11-30', '--strict')).code, 0);
    const { code, stdout } = await of('--today', '2026-12-01', '--strict');
    assert.is(code, 1);
    assert.match(
      stdout,
      'tenants/platform.yaml:7:46 warning expired-mode spec.enforcement.modes[0].until: this entry for mode warn was due for removal on 2026-12-01',
    );
    assert.is((await of('--today', 'today')).code, 2);
  });

  test('without a terminal, prints each error on its own line', async () => {
    const { code, stdout } = await runOn(machine, 'check');
    assert.is(code, 1);
    const lines = problems.map(
      (problem) => `${formatProblem(problem)}
`,
    );
    assert.ok(lines.length > 1);
    assert.is(
      stdout,
      `${lines.join('')}2 files: ${lines.length} errors
`,
    );
  });

  test('marks the source line on a terminal, even with wide characters', async () => {
    const { stdout } = await runOn({ ...machine, terminal: { stdoutIsTty: true, color: 'never' } }, 'check');
    const shown = [
      'tenants/bob.yaml:8:11 error bad-format spec.userId',
      '  8 │   userId: "日本"',
      '    │           ^^^^^^',
      '  userId ',
    ].join('\n');
    assert.ok(stdout.includes(shown), stdout);
    assert.ok(stdout.includes('  9 │   usernam: b\n    │   ^^^^^^^\n'), stdout);
    assert.ok(stdout.includes('  fix: did you mean username?\n  choices: plan, userId, username\n'), stdout);
  });

  test('uses colors by default only on a terminal, and not if they are turned off', async () => {
    const on = async (terminal: object) => (await runOn({ ...machine, terminal }, 'check')).stdout.includes('\u001b[');
    assert.equal(
      [await on({ stdoutIsTty: true }), await on({ stdoutIsTty: true, color: 'never' }), await on({})],
      [true, false, false],
    );
  });

  test('prints no long lines, even if the line of the problem is long', async () => {
    const long = file('tenants/long.json', `{"a": [${'1, '.repeat(200_000)}1], "apiVersion": 3}`);
    const { stdout } = await runOn(
      { trees: { tenants: [long] }, terminal: { stdoutIsTty: true, color: 'never' } },
      'check',
    );
    for (const line of stdout.split('\n')) assert.ok(line.length < 250, line.slice(0, 300));
  });

  test('with --output json, prints an array of all problems', async () => {
    const { code, stdout } = await runOn(machine, 'check', '-o', 'json');
    assert.is(code, 1);
    assert.equal(JSON.parse(stdout), problems);
    assert.is((await runOn({ trees: { tenants: [tenant('ada')] } }, 'check', '-o', 'json')).stdout, '[]\n');
  });

  test('fails on a warning only with --strict', async () => {
    const warned = { trees: { tenants: [org('acme')] } };
    const loose = await runOn(warned, 'check');
    assert.match(loose.stdout, /warning risky-value/);
    assert.is(loose.code, 0);
    assert.is((await runOn(warned, 'check', '--strict')).code, 1);
  });
});

suite('check --output sarif', (test) => {
  test('reports each problem with its rule and position', async () => {
    const { stdout } = await runOn(machine, 'check', '-o', 'sarif');
    const log = JSON.parse(stdout) as Log;
    const [run] = log.runs;
    assert.is(log.version, '2.1.0');
    assert.equal(
      run?.tool.driver.rules.map(({ id }) => id),
      Object.keys(codes),
    );
    for (const { ruleId, ruleIndex } of run?.results ?? []) assert.is(run?.tool.driver.rules[ruleIndex]?.id, ruleId);
    const results = new Map(run?.results.map((result) => [result.ruleId, result]));
    assert.equal(results.get('bad-format')?.locations[0]?.physicalLocation, {
      artifactLocation: { uri: 'tenants/bob.yaml' },
      region: { startLine: 8, startColumn: 11 },
    });
    assert.is(results.get('unknown-field')?.level, 'error');
    assert.match(results.get('unknown-field')?.message.text ?? '', / \(did you mean username\?\)$/);
  });

  test('encodes a file name with spaces as a URI', async () => {
    const spaced = { trees: { tenants: [file('tenants/my org.yaml', 'a: 1\n')] } };
    const log = JSON.parse((await runOn(spaced, 'check', '-o', 'sarif')).stdout) as Log;
    assert.is(log.runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri, 'tenants/my%20org.yaml');
  });
});

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}
