import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';

/**
 * Serves a repository over HTTP with git http-backend, and reports the size of each response. Source: git-http-backend(1),
 * RFC 3875.
 */
export function serveGit(
  { folder, path }: { readonly folder: string; readonly path: string },
  request: IncomingMessage,
  response: ServerResponse,
  sent: (bytes: number) => void,
): void {
  const url = new URL(request.url ?? '', 'http://localhost');
  const env = {
    PATH: process.env['PATH'] ?? '',
    GIT_PROJECT_ROOT: dirname(folder),
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: path,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method ?? '',
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    REMOTE_USER: 'token',
    ...(request.headers['content-encoding'] ? { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] } : {}),
  };
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const output = Buffer.concat(chunks);
    sent(output.length);
    answer(output, response);
  });
}

function answer(output: Buffer, response: ServerResponse): void {
  const end = output.indexOf('\r\n\r\n');
  const headers = output.subarray(0, end).toString().split('\r\n');
  for (const header of headers) {
    const colon = header.indexOf(': ');
    const [name, value] = [header.slice(0, colon), header.slice(colon + 2)];
    if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
    else if (colon > 0) response.setHeader(name, value);
  }
  response.end(output.subarray(end + 4));
}
