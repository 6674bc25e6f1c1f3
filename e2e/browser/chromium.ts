import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Daemon, eventually, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';

/**
 * The page can load its own script and connect to its own server. It cannot evaluate code or connect to other hosts.
 */
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const html = '<!doctype html><meta charset="utf-8"><script type="module" src="page.js"></script>';

export interface Visit {
  /** The value that the page posted to `result`. */
  readonly posted: string;
  /** Method, path and browser of each request, in order. */
  readonly requests: readonly { readonly asked: string; readonly agent: string }[];
}

/**
 * Runs a script as a page of headless Chromium with a strict policy, until the page posts to `result`. The page reads its
 * input from `given`. If the page posts nothing, rejects with the requests and the log of Chromium, which contains the console of the
 * page.
 */
export async function visit(script: string, given: string): Promise<Visit> {
  const requests: { asked: string; agent: string }[] = [];
  const posts: string[] = [];
  const answers: Readonly<Record<string, readonly [type: string, text: string]>> = {
    'GET /': ['text/html', html],
    'GET /page.js': ['text/javascript', script],
    'GET /given': ['application/json', given],
  };
  const server = await listen(async (request, response) => {
    const asked = `${request.method} ${request.url}`;
    requests.push({ asked, agent: request.headers['user-agent'] ?? '' });
    if (asked === 'POST /result') posts.push(await readAll(request));
    const [type, text] = answers[asked] ?? ['text/plain', ''];
    const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy };
    response.writeHead(asked in answers ? 200 : 204, headers).end(text);
  });
  const browser = startChromium(`http://127.0.0.1:${server.port}/`);
  try {
    const ask = async () => (browser.running() ? posts[0] : fail('Chromium ended, or is not installed'));
    return { posted: await eventually('the page posts its result', ask, 120), requests };
  } catch (error) {
    throw new Error(`${error}\n${JSON.stringify(requests)}\n${logOf(browser)}`);
  } finally {
    await browser.stop();
    await server.close();
  }
}

/** Chromium resolves no host except 127.0.0.1, so it cannot send telemetry. */
function startChromium(url: string): Daemon {
  const profile = `--user-data-dir=${temporaryFolder('leasehold-chromium-')}`;
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const alone = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--disable-quic'];
  const machine = ['--headless', '--disable-gpu', '--disable-dev-shm-usage', '--enable-logging=stderr'];
  return startDaemon('chromium', 'chromium', [...machine, ...sandbox, ...quiet, ...alone, profile, url]);
}

/** The log without the messages about D-Bus, which Chromium looks for. */
function logOf({ log }: Daemon): string {
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.filter((line) => !line.includes('dbus')).join('\n');
}

function fail(message: string): never {
  throw new Error(message);
}

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
