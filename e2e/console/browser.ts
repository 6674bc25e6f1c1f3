import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { temporaryFolder } from '../temporary.ts';
import { serveStatic } from './static-server.ts';

type Colors = 'light' | 'dark';

/** A page of the console, with its errors and the violations of its policy. */
export interface Visited {
  readonly page: Page;
  /** Errors and warnings, including violations of the policy. */
  readonly complaints: readonly string[];
  /** Opens a page, and waits until it is rendered. */
  readonly open: (hash: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Site {
  readonly visit: (options?: { readonly colors?: Colors; readonly width?: number }) => Promise<Visited>;
  /** A page of a fresh browser profile. */
  readonly browse: () => Promise<Page>;
  /** Requests of all visits, as paths. */
  readonly requestedPaths: readonly string[];
  readonly close: () => Promise<void>;
}

/** A repository with the sample tenants in two commits. The first commit contains only one tenant. */
export function sampleRepository(more: Readonly<Record<string, string>> = {}): string {
  const root = temporaryFolder('leasehold-console-');
  cpSync('tenants', join(root, 'tenants'), { recursive: true });
  for (const [path, text] of Object.entries(more)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', 'tenants/platform.yaml', 'tenants/mto-quota-small.yaml', 'tenants/mto-tenant-lab.yaml');
  git('commit', '--quiet', '-m', 'Begin with one tenant');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Add all other tenants');
  return root;
}

/** Serves the exported console of a repository while a test uses it. */
export async function withSite(repository: string, use: (site: Site) => Promise<void>): Promise<void> {
  const site = await openSite(repository);
  try {
    await use(site);
  } finally {
    await site.close();
  }
}

/** Exports the console of a repository with the built program, and serves it from a server for static files. */
async function openSite(repository: string): Promise<Site> {
  const folder = temporaryFolder('leasehold-site-');
  const program = join(process.cwd(), 'dist/leasehold.mjs');
  execFileSync(process.execPath, [program, 'console', 'tenants', '--export', folder], { cwd: repository });
  const server = await serveStatic(folder);
  const browser = await startBrowser();
  const close = async () => {
    await browser.close();
    await server.close();
  };
  const browse = async () => (await browser.newContext()).newPage();
  return {
    browse,
    visit: (options = {}) => visit(browser, server.url, options),
    requestedPaths: server.requestedPaths,
    close,
  };
}

export function startBrowser(): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: sandbox });
}

/** A page of a fresh profile, which opens the site at a URL. */
export async function visit(
  browser: Browser,
  url: string,
  { colors = 'light', width = 1280 }: { readonly colors?: Colors; readonly width?: number } = {},
): Promise<Visited> {
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ colorScheme: colors, viewport, timezoneId: 'Europe/Berlin' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const open = async (hash: string) => {
    await page.goto(`${url}${hash}`);
    await page.locator('h1, .empty').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
  };
  return { page, complaints, open, close: () => context.close() };
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations that axe-core finds on the page, as one line for each rule. */
export function violationsOf(page: Page): Promise<readonly string[]> {
  return runAxe(page, { runOnly: tags });
}

/** The violations that depend on colors. All others are the same in both color schemes. */
export function contrastViolationsOf(page: Page): Promise<readonly string[]> {
  return runAxe(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
}

async function runAxe(page: Page, options: axe.RunOptions): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as axe.AxeResults;
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
