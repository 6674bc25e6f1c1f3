import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type Answer, type Answers, settingPaths } from './answers.ts';
import { combine, type Outcome } from './outcome.ts';

/** Rules for the settings of a repository that affect tokens, and for the CODEOWNERS errors that GitHub reports. */
export function settingsRules(repository: string, answers: Answers): Outcome {
  const { workflow, forks, codeOwners } = settingPaths;
  const subject = { file: `github:${repository}`, name: 'Actions settings' };
  return combine([
    outcomeOf('permissions of workflows', answers.at(workflow), (body) => tokenRules(subject, body)),
    outcomeOf('errors in CODEOWNERS', answers.at(codeOwners), codeOwnerErrors),
    ...(isPublic(answers)
      ? []
      : [outcomeOf('workflows of forks', answers.at(forks), (body) => forkRules(subject, body))]),
  ]);
}

function isPublic({ repository }: Answers): boolean {
  return repository.ok && valueAt(repository.body, 'private') === false;
}

function outcomeOf(what: string, answer: Answer, rules: (body: unknown) => readonly Finding[]): Outcome {
  if (!answer.ok) return { findings: [], unexamined: [{ what, why: answer.why }] };
  return { findings: rules(answer.body), unexamined: [] };
}

type Subject = Parameters<typeof error>[0];

function tokenRules(subject: Subject, body: unknown): readonly Finding[] {
  const isWrite = textAt(body, 'default_workflow_permissions') === 'write';
  const approves = valueAt(body, 'can_approve_pull_request_reviews') === true;
  return [
    ...(isWrite
      ? [
          warning(subject, {
            path: 'Workflow permissions',
            message: 'every workflow that sets no permissions can write to the repository',
            fix: 'select Read repository contents and packages permissions',
          }),
        ]
      : []),
    ...(approves
      ? [
          warning(subject, {
            path: 'Allow GitHub Actions to create and approve pull requests',
            message: 'a workflow can approve a pull request instead of a person',
            fix: 'disable this setting, unless the Action opens pull requests, as it does with deliver: pull-request or in mode offboard',
          }),
        ]
      : []),
  ];
}

function forkRules(subject: Subject, body: unknown): readonly Finding[] {
  if (valueAt(body, 'run_workflows_from_fork_pull_requests') !== true) return [];
  const rules = [
    [
      'send_write_tokens_to_workflows',
      'a pull request from a fork runs with a token that can write to this repository',
    ],
    ['send_secrets_and_variables', 'a pull request from a fork can read the secrets of this repository'],
  ] as const;
  return rules
    .filter(([field]) => valueAt(body, field) === true)
    .map(([field, message]) => error(subject, { path: field, message, fix: `disable ${field}` }));
}

/** The errors that GitHub reports, which include owners that do not exist or have no write access. */
function codeOwnerErrors(body: unknown): readonly Finding[] {
  return listAt(body, 'errors').map((one) => {
    const line = valueAt(one, 'line');
    const [kind = ''] = textAt(one, 'kind').split('\n');
    const message = `GitHub reports an error in this line, so its paths might have no code owner: ${kind || 'unknown error'}`;
    const subject = { file: textAt(one, 'path') || 'CODEOWNERS', name: 'CODEOWNERS' };
    const details = {
      path: textAt(one, 'source').trim(),
      message,
      fix: textAt(one, 'suggestion') || 'correct the line',
    };
    return error(subject, typeof line === 'number' ? { ...details, line } : details);
  });
}
