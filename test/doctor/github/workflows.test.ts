import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { changed, examine, withoutFindings } from './repository.ts';

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
});
