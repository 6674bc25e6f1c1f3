import { stringify } from 'yaml';
import type { Finding, Unexamined } from '../../../doctor/finding.ts';
import { type Ran, runOn } from '../../cli/fake-ports.ts';

/** A repository on GitHub: the files of its checkout, and the responses of the API by path. */
export interface GitHubRepository {
  readonly files: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, unknown>>;
}

const review = {
  name: 'Review tenants',
  on: { pull_request: { types: ['opened', 'synchronize', 'reopened', 'edited'] }, merge_group: {} },
  permissions: { contents: 'read', 'pull-requests': 'write' },
  jobs: {
    review: {
      'runs-on': 'ubuntu-latest',
      steps: [
        { uses: 'actions/checkout@v7' },
        { uses: 'leasehold/leasehold@v1', with: { mode: 'diff', path: 'config' } },
      ],
    },
  },
};

const render = {
  name: 'Render tenants',
  on: { push: { branches: ['main'] } },
  permissions: { contents: 'write', 'pull-requests': 'read' },
  jobs: {
    render: {
      'runs-on': 'ubuntu-latest',
      steps: [
        { uses: 'actions/checkout@v7' },
        { uses: 'leasehold/leasehold@v1', with: { mode: 'commit', path: 'config', 'target-branch': 'rendered' } },
      ],
    },
  },
};

const codeOwners = `# The platform team owns everything except for the lines below.
* @acme/platform
/config/tenants/north/ @acme/north
/config/tenants/south/ @acme/south south@example.com
`;

const platform = {
  apiVersion: 'leasehold.dev/v1alpha1',
  kind: 'Platform',
  metadata: { name: 'platform' },
  spec: { directoryPerTenant: true, tenantsDirectory: 'tenants' },
};

const tenant = (name: string) => ({
  apiVersion: 'kleff.kleff.io/v1',
  kind: 'Tenant',
  metadata: { name },
  spec: { userId: name },
});

export const protection = {
  required_status_checks: { strict: true, contexts: ['review'], checks: [{ context: 'review', app_id: 15368 }] },
  required_pull_request_reviews: {
    require_code_owner_reviews: true,
    dismiss_stale_reviews: true,
    require_last_push_approval: false,
    required_approving_review_count: 1,
  },
  enforce_admins: { enabled: true },
  allow_force_pushes: { enabled: false },
  allow_deletions: { enabled: false },
};

/** A repository in which the doctor finds nothing. */
export const withoutFindings: GitHubRepository = {
  files: {
    '.github/CODEOWNERS': codeOwners,
    '.github/workflows/review.yml': stringify(review),
    '.github/workflows/render.yml': stringify(render),
    'config/platform/platform.yaml': stringify(platform),
    'config/platform/tenants/north.yaml': stringify({ ...tenant('north-quota'), kind: 'Unknown' }),
    'config/tenants/north/tenant.yaml': stringify(tenant('north')),
    'config/tenants/south/tenant.yaml': stringify(tenant('south')),
  },
  answers: {
    '': { full_name: 'acme/tenants', default_branch: 'main', private: true },
    'branches/main': { name: 'main', protected: true },
    'branches/main/protection': protection,
    'rules/branches/main': [],
    'branches/rendered': { name: 'rendered', protected: true },
    'branches/rendered/protection': { ...protection, restrictions: { apps: [{ slug: 'leasehold' }] } },
    'rules/branches/rendered': [],
    'actions/permissions/workflow': { default_workflow_permissions: 'read', can_approve_pull_request_reviews: false },
    'actions/permissions/fork-pr-workflows-private-repos': {
      run_workflows_from_fork_pull_requests: false,
      send_write_tokens_to_workflows: false,
      send_secrets_and_variables: false,
      require_approval_for_fork_pr_workflows: true,
    },
    'codeowners/errors': { errors: [] },
  },
};

/** The same repository with changed files and responses. Undefined removes a file or a response. */
export function changed(
  files: Readonly<Record<string, string | undefined>>,
  answers: Readonly<Record<string, unknown>> = {},
): GitHubRepository {
  const kept = <T>(all: Readonly<Record<string, T | undefined>>) =>
    Object.fromEntries(Object.entries(all).filter((entry): entry is [string, T] => entry[1] !== undefined));
  return {
    files: kept({ ...withoutFindings.files, ...files }),
    answers: kept({ ...withoutFindings.answers, ...answers }),
  };
}

/** The valid repository with a replacement in one of its files. */
export function edited(file: string, from: string, to: string): GitHubRepository {
  const text = withoutFindings.files[file] ?? '';
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  return changed({ [file]: text.replace(from, to) });
}

const directories = ['.', '.github/workflows', 'config', 'tenants', 'eu/tenants'];

/** The machine of a user with the checkout and a token. A response with a `status` is an error. */
export function workstationOf({ files, answers }: GitHubRepository) {
  const trees = directories.map((directory) => {
    const inside = Object.entries(files).filter(([path]) => path.startsWith(`${directory}/`));
    return [directory, inside.map(([path, text]) => ({ path, text }))] as const;
  });
  const read = async (path: string) => {
    const name = path.replace(/^repos\/acme\/tenants\/?/, '');
    const body = answers[name];
    if (body === undefined) return { status: 404, body: { message: 'Not Found', status: '404' } };
    const { status } = body as { readonly status?: number };
    return { status: status ?? 200, body };
  };
  return { trees: Object.fromEntries(trees), texts: files, github: { repository: 'acme/tenants', read } };
}

/** Runs the doctor as a user does. */
export async function examine(repository: GitHubRepository): Promise<Report> {
  return reportOf(await runOn(workstationOf(repository), 'doctor', 'github', '-o', 'json'));
}

export interface Report {
  readonly code: number;
  readonly findings: readonly Finding[];
  readonly examined: readonly string[];
  readonly unexamined: readonly Unexamined[];
}

export function reportOf({ code, stdout, stderr }: Ran): Report {
  if (stdout === '') throw new Error(stderr);
  return { code, ...JSON.parse(stdout) };
}
