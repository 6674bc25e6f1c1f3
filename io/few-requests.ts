import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of requests in progress on a connection. Browsers and proxies send a request only after the response to
 * the previous one, which Node.js might not count as complete yet.
 */
const maxRequests = 2;

/**
 * A listener that closes a connection with too many requests in progress. Node.js passes on all requests that it has read,
 * even if the client does not read the responses, which then stay in memory.
 */
export function withFewRequests(listener: RequestListener): RequestListener {
  const counts = new WeakMap<Socket, number>();
  const change = (socket: Socket, by: number) => void counts.set(socket, (counts.get(socket) ?? 0) + by);
  return (request, response) => {
    const { socket } = request;
    // Node.js also passes on the other requests that it read before the connection was closed.
    if (socket.destroyed) return;
    if ((counts.get(socket) ?? 0) >= maxRequests) return void socket.destroy();
    change(socket, 1);
    response.once('close', () => change(socket, -1));
    listener(request, response);
  };
}
