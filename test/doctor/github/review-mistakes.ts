import { type Mistake, owners, render, review } from './mistake.ts';
import { changed, edited, protection, withoutFindings } from './repository.ts';

const secondReview = `  review-eu:
    runs-on: ubuntu-latest
    steps:
      - uses: leasehold/leasehold@v1
        with: {mode: diff, path: eu/tenants}
`;
const overDirectories = (workflow: string) =>
  (withoutFindings.files[workflow] ?? '')
    .replace('    runs-on', '    strategy: {matrix: {path: [config, eu/tenants]}}\n    runs-on')
    .replace('path: config', `path: \${{ matrix.path }}`);
const requiring = (...contexts: readonly string[]) => ({
  'branches/main/protection': {
    ...protection,
    required_status_checks: { strict: true, checks: contexts.map((context) => ({ context, app_id: 15368 })) },
  },
});
const ofSource = (branch: string) =>
  (withoutFindings.files[render] ?? '').replace('mode: commit', `mode: commit\n          source-branch: ${branch}`);
const open = {
  'branches/production': { protected: false },
  'branches/production/protection': { status: 404, message: 'Branch not protected' },
  'rules/branches/production': [],
};

const platform = withoutFindings.files['config/platform/platform.yaml'] ?? '';

/** Mistakes in what workflows review, and in the branches that they render. */
export const reviewMistakes: readonly Mistake[] = [
  {
    mistake: 'A directory that a workflow renders and commits, but no workflow reviews',
    severity: 'error',
    message: 'no workflow runs leasehold on pull requests for eu/tenants',
    repository: edited(render, 'path: config', 'path: eu/tenants'),
  },
  {
    mistake: 'The check of only one of several directories is required',
    severity: 'error',
    message: 'no check of leasehold for eu/tenants is required',
    repository: changed({ [review]: `${withoutFindings.files[review]}${secondReview}` }),
  },
  {
    mistake: 'The check of only one run of a matrix is required',
    severity: 'error',
    message: 'no check of leasehold for eu/tenants is required',
    repository: changed({ [review]: overDirectories(review) }, requiring('review (config)')),
  },
  {
    mistake: 'Nobody owns the files of a directory in a matrix',
    severity: 'error',
    message: "nobody owns the Platform's directory: the last pattern that matches eu/tenants/_platform/platform.yaml",
    repository: changed({
      [owners]: `${withoutFindings.files[owners]}/eu/tenants/_platform/\n`,
      [review]: overDirectories(review),
      'eu/tenants/_platform/platform.yaml': platform,
    }),
  },
  {
    mistake: 'A review that compares the pull request with itself',
    severity: 'error',
    message: 'the check compares the pull request with itself',
    at: `${review}:21`,
    repository: edited(review, 'mode: diff', 'mode: diff\n          base: HEAD'),
  },
  {
    mistake: 'A review that accepts the removal of everything',
    severity: 'warning',
    message: 'a change can remove all objects of all tenants without an approval',
    at: `${review}:21`,
    repository: edited(review, 'mode: diff', 'mode: diff\n          max-removed: 100'),
  },
  {
    mistake: 'A condition on every step that runs leasehold for a directory',
    severity: 'warning',
    message: 'the check succeeds without running leasehold for config',
    repository: changed({
      [review]: (withoutFindings.files[review] ?? '').replace(
        /(.*)- uses: leasehold(.*)\n((?:.*\n)*)/,
        '$1- if: false\n$1  uses: leasehold$2\n$3$1- if: github.actor != 0\n$1  uses: leasehold$2\n$3',
      ),
    }),
  },
  {
    mistake: 'Pushes without a pull request to another branch that the Action renders',
    severity: 'error',
    message: 'push changes that nobody reviewed',
    repository: changed({ [render]: ofSource('production') }, open),
  },
  {
    mistake: 'Pushes without a pull request to a branch that a workflow renders after each push',
    severity: 'error',
    message: 'push changes that nobody reviewed',
    repository: changed(
      { [render]: ofSource(`\${{ github.ref_name }}`).replace('- main', '- main\n      - production') },
      open,
    ),
  },
];
