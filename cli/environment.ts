type Color = 'auto' | 'always' | 'never';

/** The terminal, according to the environment. */
export function readEnvironment(): { readonly isCi: boolean; readonly color: Color; readonly columns: number } {
  const { CI, COLUMNS } = process.env;
  return {
    isCi: CI !== undefined && CI !== '' && CI !== 'false',
    color: readColor(process.env),
    columns: Number.parseInt(COLUMNS ?? '', 10) || process.stdout.columns || 80,
  };
}

/**
 * Whether to color the output, according to the variables that most programs read. FORCE_COLOR is for output without a
 * terminal, as in CI, and overrides NO_COLOR.
 */
export function readColor({ FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): Color {
  if (FORCE_COLOR === '0' || FORCE_COLOR === 'false') return 'never';
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return 'always';
  const isOff = (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb';
  return isOff ? 'never' : 'auto';
}

/** Access to GitHub, from the variables of GitHub Actions and of the program gh. */
export interface GitHubEnvironment {
  /** `github.com`, or the host of GitHub Enterprise. */
  readonly host: string;
  readonly apiUrl: string;
  readonly token: string | undefined;
  /** `OWNER/NAME` */
  readonly repository: string | undefined;
}

export function readGitHubEnvironment(env: NodeJS.ProcessEnv = process.env): GitHubEnvironment {
  const { GH_HOST, GITHUB_API_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env;
  const host = GH_HOST || (GITHUB_SERVER_URL ?? '').replace(/^https?:\/\//, '') || 'github.com';
  const isCloud = host === 'github.com' || host.endsWith('.ghe.com');
  const tokens = isCloud
    ? [env['GH_TOKEN'], env['GITHUB_TOKEN']]
    : [env['GH_ENTERPRISE_TOKEN'], env['GITHUB_ENTERPRISE_TOKEN'], env['GH_TOKEN'], env['GITHUB_TOKEN']];
  return {
    host,
    apiUrl: GITHUB_API_URL || (isCloud ? `https://api.${host}` : `https://${host}/api/v3`),
    token: tokens.find((one) => one !== undefined && one !== ''),
    repository: GITHUB_REPOSITORY || undefined,
  };
}
