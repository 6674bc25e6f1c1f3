import { execFileSync } from 'node:child_process';
import { sampleRepository, startBrowser, type Visited, visit } from '../console/browser.ts';
import { serveProgram } from '../console/program.ts';

export interface Served extends Visited {
  readonly origin: string;
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
}

/** The console over a repository, as `leasehold console` serves it, in a browser that opened its link. */
export async function withConsole(use: (served: Served) => Promise<void>): Promise<void> {
  const served = await openConsole();
  try {
    await use(served);
  } finally {
    await served.close();
  }
}

/** Serves the sample repository, with additional files, until it is closed. */
export async function openConsole(files: Readonly<Record<string, string>> = {}): Promise<Served> {
  const root = sampleRepository(files);
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', root, ...identity, ...args], { encoding: 'utf8' }).trim();
  const [program, browser] = await Promise.all([serveProgram(root), startBrowser()]);
  const close = async () => {
    await browser.close();
    program.stop();
  };
  try {
    const origin = new URL('/', program.url).href;
    const visited = await visit(browser, origin);
    await visited.page.goto(program.url);
    await visited.page.getByText('Everything renders').waitFor();
    return { ...visited, close, origin, root, git };
  } catch (error) {
    await close();
    throw error;
  }
}
