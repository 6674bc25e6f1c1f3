import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { review } from './mistake.ts';
import { changed, edited, examine, protection, withoutFindings } from './repository.ts';

suite('leasehold doctor github, for workflows,', (test) => {
  test('accepts a review workflow without the event edited only for pull requests into the source branch', async () => {
    const text = withoutFindings.files['.github/workflows/review.yml'] ?? '';
    const found = async (event: string, answers: Readonly<Record<string, unknown>> = {}) => {
      const file = text.replace(/ pull_request:\n(?: {4}.*\n)+/, ` pull_request: ${event}\n`);
      const { findings } = await examine(changed({ '.github/workflows/review.yml': file }, answers));
      return findings.length;
    };
    const queue = {
      'rules/branches/main': [{ type: 'merge_queue', ruleset_id: 7, parameters: {} }],
      'rulesets/7': { name: 'queue', bypass_actors: [] },
    };
    for (const event of ['{branches: [main]}', '{branches: main}', '{types: edited}', '{types: [opened, edited]}'])
      assert.is(await found(event), 0, event);
    for (const event of ['', '{}', '{branches: ["**"]}', '{branches: [main, next]}', '{types: [opened, synchronize]}'])
      assert.is(await found(event), 1, event);
    assert.is(await found('', queue), 0);
  });

  test('accepts a secret of an environment in a job that commits manifests', async () => {
    const text = withoutFindings.files['.github/workflows/render.yml'] ?? '';
    const found = async (token: string, job = '') => {
      const file = text
        .replace('mode: commit', `mode: commit\n          token: ${token}`)
        .replace('    runs-on', `${job}    runs-on`);
      const { findings } = await examine(changed({ '.github/workflows/render.yml': file }));
      return findings.length;
    };
    const own = `\${{ secrets['KEY'] }}`;
    assert.equal([await found(own), await found(own, '    environment: render\n')], [1, 0]);
    assert.is(await found(`\${{ secrets.GITHUB_TOKEN }}`), 0);
  });

  test('accepts only conditions that are always met for the required job and for the step', async () => {
    const found = async (condition: string, where: 'job' | 'step') => {
      const [from, to] = where === 'job' ? ['    runs-on', '    '] : ['      - uses: leasehold', '      - '];
      const key = `if: ${JSON.stringify(condition)}\n`;
      const file = edited(review, from, `${to}${key}${where === 'job' ? '    runs-on' : '        uses: leasehold'}`);
      return (await examine(file)).findings.length;
    };
    const continued = '!cancelled()';
    for (const where of ['job', 'step'] as const) {
      for (const condition of ['always()', `\${{ always() }}`, `\${{ ${continued} }}`, 'Always( )', 'true'])
        assert.is(await found(condition, where), 0, `${where} ${condition}`);
      for (const condition of [
        `\${{ always() && !github.event.pull_request.draft }}`,
        `\${{ ${continued} && github.actor != 'dependabot[bot]' }}`,
        `\${{ !always() }}`,
        'cancelled()',
        'false',
      ])
        assert.is(await found(condition, where), 1, `${where} ${condition}`);
    }
  });

  test('accepts a job that needs another one only if it runs regardless of its result', async () => {
    const found = async (lines: string) =>
      (await examine(edited(review, '    runs-on', `    needs: build\n${lines}    runs-on`))).findings.length;
    assert.equal([await found(''), await found('    if: success()\n'), await found('    if: always()\n')], [1, 2, 0]);
  });

  test('knows the checks and the directories of a matrix', async () => {
    const found = async (matrix: string, required: readonly string[], name = '') => {
      const text = (withoutFindings.files[review] ?? '')
        .replace('path: config', `path: \${{ matrix.path }}`)
        .replace('    runs-on', `${name}    strategy: {matrix: ${matrix}}\n    runs-on`);
      const checks = required.map((context) => ({ context, app_id: 15368 }));
      const main = { ...protection, required_status_checks: { strict: true, checks } };
      const report = await examine(changed({ [review]: text }, { 'branches/main/protection': main }));
      return report.findings.map(({ message }) => message.replace(/.* for (\S+) is required.*/, '$1'));
    };
    const two = '{path: [config, eu/tenants]}';
    assert.equal(await found(two, ['review (config)', 'review (eu/tenants)']), []);
    assert.equal(await found(two, ['review']), ['config', 'eu/tenants']);
    assert.equal(await found(two, ['review of eu/tenants'], `    name: review of \${{ matrix.path }}\n`), ['config']);
    const named = '{include: [{name: us, path: config}, {name: eu, path: eu/tenants}]}';
    assert.equal(await found(named, ['review (us, config)']), ['eu/tenants']);
    const added = '{region: [us, eu], include: [{region: us, path: config}, {region: eu, path: eu/tenants}]}';
    assert.equal(await found(added, ['review (eu)']), ['config']);
    const excluded = '{path: [config, eu/tenants], a: [1, 2], exclude: [{path: eu/tenants}]}';
    assert.equal(await found(excluded, ['review (config, 2)']), []);
  });
});
