import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Starts `leasehold console` in a repository and waits until it prints its URL. */
export async function serveProgram(repository: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const program = join(process.cwd(), 'dist/leasehold.mjs');
  const child = spawn(process.execPath, [program, 'console'], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done, fail) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\S+/.exec(text)?.[0];
      if (found !== undefined) done(found);
    });
    child.once('exit', (code) => fail(new Error(`leasehold console ended with ${code}: ${text}`)));
  });
  return { url, stop: () => void child.kill() };
}
