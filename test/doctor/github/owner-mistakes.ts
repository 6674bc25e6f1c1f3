import { largestCodeOwners } from '../../../doctor/github/codeowners.ts';
import { type Mistake, owners, render, review } from './mistake.ts';
import { changed, withoutFindings } from './repository.ts';

const ownersWith = (line: string) => changed({ [owners]: `${withoutFindings.files[owners]}${line}\n` });

export const ownerMistakes: readonly Mistake[] = [
  {
    mistake: 'CODEOWNERS is missing',
    severity: 'error',
    message: 'the repository has no CODEOWNERS file',
    repository: changed({ [owners]: undefined }),
  },
  {
    mistake: 'A second CODEOWNERS file, which GitHub ignores',
    severity: 'warning',
    message: 'ignores this file, because it reads .github/CODEOWNERS',
    repository: changed({ CODEOWNERS: '* @acme/everyone\n' }),
  },
  {
    mistake: 'A CODEOWNERS file larger than 3 MiB, which GitHub ignores',
    severity: 'error',
    message: 'ignores a CODEOWNERS file larger than 3 MiB',
    repository: ownersWith(`# ${'x'.repeat(largestCodeOwners)}`),
  },
  {
    mistake:
      'A line that GitHub skips: negation, a character range, a GitLab section, or something that is not an owner',
    severity: 'error',
    message: 'does not support negation',
    at: `${owners}:5`,
    repository: ownersWith('!/config/ @acme/platform'),
  },
  {
    mistake: 'Nobody owns CODEOWNERS',
    severity: 'error',
    message: 'nobody owns CODEOWNERS itself',
    at: `${owners}:5`,
    repository: ownersWith('/.github/CODEOWNERS'),
  },
  {
    mistake: 'Nobody owns a workflow',
    severity: 'error',
    message: 'nobody owns the workflows',
    at: `${owners}:5`,
    repository: ownersWith('*.yml'),
  },
  {
    mistake: 'The patterns cover the existing workflows, but not new ones',
    severity: 'error',
    message: 'no pattern matches .github/workflows/new-file.yaml',
    repository: changed({
      [owners]: '/.github/CODEOWNERS @a\n/.github/workflows/re*.yml @a\n/config/ @a\n/.leasehold/ @a\n',
    }),
  },
  {
    mistake: 'Nobody owns the approvals of the Action',
    severity: 'error',
    message: 'nobody owns the approvals',
    at: `${owners}:5`,
    repository: ownersWith('.leasehold/'),
  },
  {
    mistake: 'Nobody owns the approvals of a tenants directory that is not at the root',
    severity: 'error',
    message: 'no pattern matches clusters/.leasehold/approvals/new-file.yaml',
    repository: changed({
      [owners]: '/.github/ @a\n/config/ @a\n/.leasehold/ @a\n/clusters/tenants/ @a\n',
      [review]: (withoutFindings.files[review] ?? '').replace('path: config', 'path: clusters/tenants'),
    }),
  },
  {
    mistake: 'Nobody owns a folder of manifests that Argo CD applies',
    severity: 'error',
    message: 'nobody owns the manifests in rendered, which Argo CD applies',
    at: `${owners}:5`,
    repository: changed({
      [owners]: `${withoutFindings.files[owners]}/rendered/\n`,
      [render]: (withoutFindings.files[render] ?? '').replace('target-branch: rendered', 'deliver: folder'),
    }),
  },
  {
    mistake: "A tenant's team owns its manifests that Argo CD applies",
    severity: 'error',
    message:
      '@acme/north owns the directory of tenant north and can also approve changes to rendered/north/new-file.yaml',
    at: `${owners}:5`,
    repository: changed({
      [owners]: `${withoutFindings.files[owners]}north/ @acme/north\n`,
      [render]: (withoutFindings.files[render] ?? '').replace(
        'target-branch: rendered',
        'target-branch: main\n          target-folder: rendered',
      ),
    }),
  },
  {
    mistake: 'A workflow runs an action of the repository that nobody owns',
    severity: 'error',
    message: 'nobody owns an action that a workflow runs',
    repository: changed({
      [owners]: `${withoutFindings.files[owners]}/ci/tenants/\n`,
      [review]: (withoutFindings.files[review] ?? '').replace('leasehold/leasehold@v1', './ci/tenants'),
    }),
  },
  {
    mistake: "Nobody owns the Platform's directory, or a file in it",
    severity: 'error',
    message: "nobody owns the Platform's directory",
    at: `${owners}:5`,
    repository: ownersWith('platform.yaml'),
  },
  {
    mistake: 'Nobody owns the directory of a tenant',
    severity: 'error',
    message: 'nobody owns the directory of tenant south',
    at: `${owners}:5`,
    repository: ownersWith('/config/tenants/south/*'),
  },
  {
    mistake: "A tenant's team owns a file about the tenant in the Platform's directory",
    severity: 'error',
    message:
      '@acme/north owns the directory of tenant north and can also approve changes to config/platform/tenants/north.yaml',
    at: `${owners}:5`,
    repository: ownersWith('north* @acme/north'),
  },
  {
    mistake: "A tenant's team owns a file about the tenant that the Platform's directory does not contain yet",
    severity: 'error',
    message:
      '@acme/south owns the directory of tenant south and can also approve changes to config/platform/tenants/south/new-file.yaml',
    at: `${owners}:5`,
    repository: ownersWith('south/ @acme/south'),
  },
  {
    mistake: "A tenant's team owns JSON files in the Platform's directory",
    severity: 'error',
    message:
      '@acme/south owns the directory of tenant south and can also approve changes to config/platform/new-file.json',
    at: `${owners}:5`,
    repository: ownersWith('*.json @acme/south'),
  },
  {
    mistake: "A tenant's team owns the workflows or CODEOWNERS",
    severity: 'error',
    message:
      '@acme/south owns the directory of tenant south and can also approve changes to .github/workflows/render.yml',
    at: `${owners}:5`,
    repository: ownersWith('/.github/workflows/render.yml @acme/south'),
  },
  {
    mistake: 'An owner that does not exist or has no write access',
    severity: 'error',
    message: 'GitHub reports an error in this line, so its paths might have no code owner: Unknown owner',
    at: `${owners}:3`,
    repository: changed(
      {},
      {
        'codeowners/errors': {
          errors: [
            {
              line: 3,
              column: 24,
              kind: 'Unknown owner',
              path: owners,
              source: '/config/tenants/north/ @acme/north',
              message: '',
            },
          ],
        },
      },
    ),
  },
];
