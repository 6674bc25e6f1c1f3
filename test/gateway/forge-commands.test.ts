import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { withoutCommands } from '../../gateway/changes/forge-commands.ts';
import { suite } from '../harness.ts';
import { fixture } from './hidden-tenant.ts';
import { addMember } from './propose.ts';

/** What GitHub, GitLab, Gitea and CI systems look for, according to their documentation. */
const commands: readonly RegExp[] = [
  /\[(?:ci[ _-]skip|skip[ _-]ci|no ci|skip actions|actions skip)\]/i,
  /\*\*\*NO_CI\*\*\*/i,
  /^\s*\/[a-z]/m,
  /\{base64\}/i,
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):? +(?:issues? +)?[\w./-]*#\d/i,
  /^(?:skip-checks|signed-off-by|co-authored-by|requested-by):/im,
];

suite('commands of forges', (test) => {
  test('become plain text', () => {
    const pairs = [
      ['Add auditors [skip ci]', 'Add auditors (skip ci)'],
      ['[CI-Skip] [no ci][skip netlify]', '(CI-Skip) (no ci)(skip netlify)'],
      ['***NO_CI***', 'NO_CI'],
      ['Text\n  /merge\n/approve', 'Text\n  \\/merge\n\\/approve'],
      ['fixes #7 and Closes: corp/tenants#8', 'fixes `#7` and Closes: `corp/tenants#8`'],
      [
        'resolves https://git.example.com/corp/tenants/issues/7',
        'resolves `https://git.example.com/corp/tenants/issues/7`',
      ],
      ['reopens #1 and Re-Opened: #2', 'reopens `#1` and Re-Opened: `#2`'],
      ['{base64}Zml4ZXMgIzE=', '(base64)Zml4ZXMgIzE='],
      ['a\n\n\nskip-checks: true', 'a\n\n\nskip-checks - true'],
      ['Signed-off-by: Eve <eve@corp.io>', 'Signed-off-by - Eve <eve@corp.io>'],
    ];
    for (const [text, expected] of pairs) assert.is(withoutCommands(text ?? ''), expected);
  });

  test('are not confused with ordinary text, which is unchanged', () => {
    for (const text of [
      'Add [auditors] to pay',
      'See #7, and/or docs',
      'The prefix is pay: done',
      'Fix the quota of lab',
    ])
      assert.is(withoutCommands(text), text);
  });

  test('are removed from any text', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      'skip',
      ' ',
      'ci',
      'no',
      '-',
      '#7',
      'fixes',
      ': ',
      '/',
      'merge',
      '\n',
      '***',
      'NO_CI',
      'skip-checks',
      'Signed-off-by',
      'a',
      '`',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const found = withoutCommands(parts.join(''));
        for (const command of commands) assert.not.match(found, command);
      }),
      { numRuns: 3000 },
    );
  });

  test('are removed from the title, the description and the commit of a change', async () => {
    const { ask, gateway, git } = fixture;
    const headers = { 'if-match': `"${gateway.branch.head().sha}"` };
    const description = 'Fixes #7\n\nRequested-by: https://id#admin\n/merge';
    const body = { title: '[skip ci] Add auditors', description, intent: addMember };
    const response = await ask('owner', '/api/v1/changes', { method: 'POST', body, headers });
    assert.is(response.status, 201, await response.clone().text());
    const change = (await response.json()) as {
      readonly title: string;
      readonly description: string;
      readonly commit: string;
    };
    assert.equal([change.title, change.description.split('\n')[0]], ['(skip ci) Add auditors', 'Fixes `#7`']);
    const message = git('log', '-1', '--format=%B', change.commit);
    for (const command of commands.slice(0, 4)) assert.not.match(message, command);
    assert.equal(message.match(/^Requested-by: .*$/gm), ['Requested-by: https://tenants.example.com#olga@corp.io']);
  });
});
