import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { mistakes } from './mistakes.ts';
import { changed, examine, protection, withoutFindings } from './repository.ts';

const place = ({ file, line }: { readonly file: string; readonly line?: number }) => `${file}:${line}`;

suite('leasehold doctor github', (test) => {
  test('finds nothing in a protected repository, and examines everything', async () => {
    const report = await examine(withoutFindings);
    assert.equal(report.findings, []);
    assert.equal(report.unexamined, []);
    assert.is(report.code, 0);
    assert.equal(report.examined, [
      '.github/CODEOWNERS',
      '.github/workflows/review.yml',
      '.github/workflows/render.yml',
      'owners of 4 input files',
      'branch main',
      'branch rendered',
    ]);
  });

  for (const { mistake, severity, message, at, repository } of mistakes) {
    test(`finds: ${mistake}`, async () => {
      const { findings, code } = await examine(repository);
      const found = findings.filter((one) => one.message.includes(message));
      assert.is(found.length, 1, JSON.stringify(findings, null, 1));
      assert.is(found[0]?.severity, severity);
      assert.is(code, findings.some((one) => one.severity === 'error') ? 1 : 0);
      if (at !== undefined && found[0]) assert.is(place(found[0]), at);
    });
  }

  test('accepts rulesets instead of classic protection', async () => {
    const rule = (type: string, parameters: object = {}) => ({ type, ruleset_id: 7, parameters });
    const review = { require_code_owner_review: true, require_last_push_approval: true };
    const required = { required_status_checks: [{ context: 'review', integration_id: 15368 }] };
    const rules = [
      rule('pull_request', review),
      rule('required_status_checks', { ...required, strict_required_status_checks_policy: true }),
      rule('non_fast_forward'),
      rule('deletion'),
      rule('update'),
    ];
    const none = { status: 404, message: 'Branch not protected' };
    const report = await examine(
      changed(
        {},
        {
          'branches/main/protection': none,
          'branches/rendered/protection': none,
          'rules/branches/main': rules,
          'rules/branches/rendered': rules,
          'rulesets/7': {
            name: 'all',
            bypass_actors: [{ actor_type: 'RepositoryRole', actor_id: 5, bypass_mode: 'pull_request' }],
          },
        },
      ),
    );
    assert.equal([report.findings, report.unexamined], [[], []]);
  });

  test('does not treat a denied request as an answer', async () => {
    const denied = { status: 403, message: 'Resource not accessible by personal access token' };
    const report = await examine(
      changed({}, { 'branches/main/protection': denied, 'actions/permissions/workflow': denied }),
    );
    assert.equal(report.findings, []);
    const gaps = report.unexamined.map(({ what }) => what);
    for (const what of [
      'branch main: Require review from Code Owners',
      'branch main: Require status checks to pass',
      'permissions of workflows',
    ])
      assert.ok(gaps.includes(what), gaps.join('\n'));
    for (const { why } of report.unexamined) assert.match(why, '403 Resource not accessible');
  });

  test('detects a branch without protection from its summary or from the error message', async () => {
    const open = { 'branches/main/protection': undefined, 'branches/main': { protected: false } };
    for (const answers of [open, { 'branches/main/protection': { status: 404, message: 'Branch not protected' } }]) {
      const { findings } = await examine(changed({}, answers));
      assert.is(findings.filter(({ object }) => object === 'branch main').length, 7);
    }
    const { findings, unexamined } = await examine(changed({}, { 'branches/main/protection': undefined }));
    assert.equal(findings, []);
    assert.is(unexamined.filter(({ why }) => why === '404 Not Found').length, 7);
  });

  test('reads the names of required checks without admin permissions', async () => {
    const summary = {
      protected: true,
      protection: { required_status_checks: { enforcement_level: 'everyone', contexts: ['review'] } },
    };
    const denied = { 'branches/main/protection': { status: 403, message: 'Forbidden' }, 'branches/main': summary };
    const { unexamined } = await examine(changed({}, denied));
    assert.not(unexamined.some(({ what }) => what.includes('status checks')));
  });

  test('matches the check of a job with a name, a matrix or a caller', async () => {
    const text = withoutFindings.files['.github/workflows/review.yml'] ?? '';
    const job = (lines: string) => text.replace('    runs-on', `${lines}\n    runs-on`);
    const checkOf = (context: string) => ({
      'branches/main/protection': {
        ...protection,
        required_status_checks: { strict: true, checks: [{ context, app_id: 1 }] },
      },
    });
    const isFound = async (file: string, context: string) => {
      const { findings } = await examine(changed({ '.github/workflows/review.yml': file }, checkOf(context)));
      return !findings.some(({ message }) => message.includes('no check of leasehold'));
    };
    assert.ok(await isFound(job('    name: Tenants (all)'), 'Tenants (all)'));
    assert.not(await isFound(job('    name: Tenants'), 'review'));
    assert.ok(await isFound(job('    strategy: {matrix: {a: [1, 2]}}'), 'review (1)'));
    assert.ok(
      await isFound(
        job(`    name: Tenants of \${{ matrix.a }}\n    strategy: {matrix: {a: [eu, us]}}`),
        'Tenants of eu',
      ),
    );
    assert.ok(await isFound(text, 'Pull request / review'));
    assert.not(await isFound(text, 'preview'));
  });

  test('examines the files of a repository without directoryPerTenant', async () => {
    const files = {
      'config/platform/platform.yaml': undefined,
      '.github/CODEOWNERS': '/.github/ @a\n/.leasehold/ @a\n/config/tenants/north/ @b\n',
    };
    const { findings } = await examine(changed(files));
    assert.equal(
      findings.map(({ message }) => message),
      [
        'nobody owns the files of tenants: no pattern matches config/platform/tenants/north.yaml; 1 more path has no owner',
      ],
    );
  });

  test('lists a branch that is only known at run time, and files that are not workflows, as not examined', async () => {
    const render = (withoutFindings.files['.github/workflows/render.yml'] ?? '').replace(
      'target-branch: rendered',
      `target-branch: \${{ matrix.cluster }}`,
    );
    const { unexamined } = await examine(
      changed({
        '.github/workflows/render.yml': render,
        '.github/workflows/odd.yml': '- a\n',
        '.github/workflows/broken.yml': 'a: [\n',
      }),
    );
    assert.equal(
      unexamined.map(({ what, why }) => `${what}: ${why.replace(/ .*/, '')}`),
      ['.github/workflows/odd.yml: it', '.github/workflows/broken.yml: line', `branch \${{ matrix.cluster }}: the`],
    );
  });
});
