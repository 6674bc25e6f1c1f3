import { type Mistake, render, review } from './mistake.ts';
import { changed, edited, withoutFindings } from './repository.ts';

const target = `name: Label
on: pull_request_target
permissions: {}
jobs:
  label:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
        with:
          ref: \${{ github.event.pull_request.head.sha }}
`;

const fetched = `${target.slice(0, target.indexOf('      - uses'))}      - run: |
          git fetch origin "pull/\${{ github.event.number }}/head" && git checkout FETCH_HEAD
`;

const offboard = `name: Offboard tenants
on: {schedule: [{cron: "0 6 * * *"}]}
permissions: {contents: write, pull-requests: write, issues: write}
jobs:
  offboard:
    runs-on: ubuntu-latest
    steps:
      - uses: leasehold/leasehold@v1
        with: {mode: offboard}
`;

const queue = {
  'rules/branches/main': [{ type: 'merge_queue', ruleset_id: 7, parameters: {} }],
  'rulesets/7': { name: 'queue', bypass_actors: [] },
};

export const workflowMistakes: readonly Mistake[] = [
  {
    mistake: 'No workflow runs leasehold on pull requests',
    severity: 'error',
    message: 'no workflow runs leasehold on pull requests',
    repository: changed({ [review]: undefined }),
  },
  {
    mistake: '`pull_request_target` or `workflow_run` with a checkout of the pull request',
    severity: 'error',
    message: 'pull_request_target starts the workflow with the token',
    at: '.github/workflows/label.yml:8',
    repository: changed({ '.github/workflows/label.yml': target }),
  },
  {
    mistake: '`pull_request_target` with a checkout of the merge commit of the pull request',
    severity: 'error',
    message: 'pull_request_target starts the workflow with the token',
    at: '.github/workflows/label.yml:8',
    repository: changed({ '.github/workflows/label.yml': target.replace('head.sha', 'merge_commit_sha') }),
  },
  {
    mistake: '`pull_request_target` with `git fetch` of the pull request',
    severity: 'error',
    message: 'pull_request_target starts the workflow with the token',
    at: '.github/workflows/label.yml:8',
    repository: changed({ '.github/workflows/label.yml': fetched }),
  },
  {
    mistake: 'A `paths` filter on the required check',
    severity: 'error',
    message: 'never gets the required check',
    at: `${review}:4`,
    repository: edited(review, 'pull_request:\n', 'pull_request:\n    paths: [config/**]\n'),
  },
  {
    mistake: 'The event `edited` is missing, so a change of the target branch starts no new review',
    severity: 'warning',
    message: 'the check of a pull request into another branch stays valid if its target changes to main',
    at: `${review}:3`,
    repository: edited(review, '      - edited\n', ''),
  },
  {
    mistake: 'No `merge_group` event for the required check',
    severity: 'warning',
    message: 'blocks every merge once the branch has a merge queue',
    at: `${review}:2`,
    repository: edited(review, '  merge_group: {}\n', ''),
  },
  {
    mistake: 'No `merge_group` event, and a merge queue',
    severity: 'error',
    message: 'the merge queue waits for the required check',
    repository: changed({ [review]: (withoutFindings.files[review] ?? '').replace('  merge_group: {}\n', '') }, queue),
  },
  {
    mistake: 'A condition that skips the required job',
    severity: 'warning',
    message: 'GitHub counts a skipped job as a success',
    repository: edited(review, '    runs-on', '    if: github.actor != 0\n    runs-on'),
  },
  {
    mistake: 'A required job that needs another job',
    severity: 'warning',
    message: 'if a job in needs fails',
    repository: edited(review, '    runs-on', '    needs: build\n    runs-on'),
  },
  {
    mistake: '`continue-on-error` on the step that runs leasehold',
    severity: 'error',
    message: 'the check succeeds regardless of what leasehold finds',
    repository: edited(review, '      - uses: leasehold', '      - continue-on-error: true\n        uses: leasehold'),
  },
  {
    mistake: 'A condition on the only step that runs leasehold',
    severity: 'warning',
    message: 'the check succeeds without running leasehold',
    repository: edited(review, '      - uses: leasehold', '      - if: github.actor != 0\n        uses: leasehold'),
  },
  {
    mistake: 'A workflow without `permissions`',
    severity: 'warning',
    message: 'a setting outside Git decides',
    repository: edited(review, 'permissions:\n  contents: read\n  pull-requests: write\n', ''),
  },
  {
    mistake: '`write-all`',
    severity: 'error',
    message: 'with write-all, the token',
    repository: edited(render, 'permissions:\n  contents: write\n  pull-requests: read\n', 'permissions: write-all\n'),
  },
  {
    mistake: '`read-all`',
    severity: 'warning',
    message: 'with read-all, the token',
    repository: edited(review, 'permissions:\n  contents: read\n  pull-requests: write\n', 'permissions: read-all\n'),
  },
  {
    mistake: 'A workflow that reviews pull requests and can write to the repository',
    severity: 'error',
    message: 'contents: write, which leasehold does not need for diff',
    at: `${review}:11`,
    repository: edited(review, 'contents: read', 'contents: write'),
  },
  {
    mistake: 'A secret that any workflow can read in a job that commits manifests',
    severity: 'warning',
    message: 'everyone with write access can read the secret of this job with a workflow in another branch',
    at: `${render}:10`,
    repository: edited(render, 'mode: commit', `mode: commit\n          token: \${{ secrets.RENDER_TOKEN }}`),
  },
  {
    mistake: 'A permission that the mode does not need',
    severity: 'warning',
    message: 'issues: write, which leasehold does not need for diff',
    repository: edited(review, '  contents: read', '  issues: write\n  contents: read'),
  },
  {
    mistake: 'A permission that mode `offboard` does not need',
    severity: 'warning',
    message: 'issues: write, which leasehold does not need for offboard',
    repository: changed({ '.github/workflows/offboard.yml': offboard }),
  },
];
