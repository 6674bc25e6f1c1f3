import { type Mistake, owners, review } from './mistake.ts';
import { changed, withoutFindings } from './repository.ts';

/** CODEOWNERS with these lines instead of a line that covers everything. */
const ownersAre = (...lines: readonly string[]) =>
  changed({ [owners]: ['/.github/ @acme/platform', '/.leasehold/ @acme/platform', ...lines, ''].join('\n') });
const platform = '/config/platform/ @acme/platform';
const tenants = [
  '/config/tenants/ @acme/platform',
  '/config/tenants/north/ @acme/north',
  '/config/tenants/south/ @acme/south',
];
const manifest = (kind: string, spec: object) =>
  JSON.stringify({ apiVersion: 'leasehold.dev/v1alpha1', kind, metadata: { name: 'platform' }, spec });

/** Mistakes about files that do not exist yet. */
export const newFileMistakes: readonly Mistake[] = [
  {
    mistake: "Nobody owns new folders in the Platform's directory",
    severity: 'error',
    message: "nobody owns the Platform's directory: no pattern matches config/platform/new-folder/new-file.yaml",
    repository: ownersAre('/config/platform/* @acme/platform', '/config/platform/tenants/ @acme/platform', ...tenants),
  },
  {
    mistake: 'Nobody owns new folders in the directory of a tenant',
    severity: 'error',
    message:
      'nobody owns the directory of tenant north: no pattern matches config/tenants/north/new-folder/new-file.yaml',
    repository: ownersAre(
      platform,
      '/config/tenants/new-tenant/ @acme/platform',
      '/config/tenants/north/* @acme/north',
      '/config/tenants/south/** @acme/south',
    ),
  },
  {
    mistake: 'The patterns cover only some extensions of files',
    severity: 'error',
    message: 'nobody owns the directory of tenant north: no pattern matches config/tenants/north/new-file.json',
    repository: ownersAre(
      platform,
      '*.yaml @acme/platform',
      '/config/tenants/new-tenant/ @acme/platform',
      '/config/tenants/north/**/*.yaml @acme/north',
      '/config/tenants/north/**/*.yml @acme/north',
      '/config/tenants/south/ @acme/south',
    ),
  },
  {
    mistake: 'Nobody owns the directory of a new tenant',
    severity: 'error',
    message: 'nobody owns the directory of a new tenant: no pattern matches config/tenants/new-tenant/new-file.yaml',
    repository: ownersAre(platform, ...tenants.slice(1)),
  },
  {
    mistake: "A tenant's team owns the directories of new tenants",
    severity: 'error',
    message:
      '@acme/north owns the directory of tenant north and can also approve changes to config/tenants/new-tenant/new-file.yaml',
    at: `${owners}:4`,
    repository: ownersAre(platform, '/config/tenants/ @acme/north', ...tenants.slice(1)),
  },
  {
    mistake: 'Nobody owns a file that GitHub reads instead of CODEOWNERS if it exists',
    severity: 'error',
    message: 'nobody owns CODEOWNERS itself: the last pattern that matches .github/CODEOWNERS, /.github/CODEOWNERS,',
    at: 'CODEOWNERS:5',
    repository: changed({ [owners]: undefined, CODEOWNERS: `${withoutFindings.files[owners]}/.github/CODEOWNERS\n` }),
  },
  {
    mistake: 'Nobody owns the files of a second directory that a workflow reads',
    severity: 'error',
    message: "nobody owns the Platform's directory: the last pattern that matches tenants/platform/platform.yaml",
    at: `${owners}:5`,
    repository: changed({
      [owners]: `${withoutFindings.files[owners]}/tenants/platform/\n`,
      [review]: `${withoutFindings.files[review]}      - uses: leasehold/leasehold@v1\n        with: {mode: diff, path: tenants}\n`,
      'tenants/platform/platform.yaml': manifest('Platform', { directoryPerTenant: true, tenantsDirectory: 'teams' }),
      'tenants/teams/east/tenant.yaml': manifest('Tenant', {}),
    }),
  },
  {
    mistake: "An owner of the Platform's directory who owns the directories of some tenants",
    severity: 'warning',
    message: "@acme/north owns the directory of tenant north and can also approve changes to the Platform's directory",
    at: `${owners}:3`,
    repository: ownersAre(`${platform} @acme/north`, ...tenants),
  },
];
