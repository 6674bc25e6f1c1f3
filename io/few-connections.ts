import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits the open connections of a server, which use memory even if they send nothing. Above the limit, the server closes the
 * oldest connection of the address that has the most, so one client cannot prevent the connections of others.
 */
export function keepFewConnections(server: Server, max: number): void {
  const byAddress = new Map<string, Set<Socket>>();
  let count = 0;
  const remove = (address: string, socket: Socket) => {
    const own = byAddress.get(address);
    if (!own?.delete(socket)) return;
    count -= 1;
    if (own.size === 0) byAddress.delete(address);
  };
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    byAddress.set(address, (byAddress.get(address) ?? new Set<Socket>()).add(socket));
    count += 1;
    socket.once('close', () => remove(address, socket));
    if (count <= max) return;
    const [most, [oldest = socket]] = largestOf(byAddress);
    remove(most, oldest);
    // A reset, because the kernel then also discards what the client has not received.
    oldest.resetAndDestroy();
  });
}

function largestOf(byAddress: ReadonlyMap<string, ReadonlySet<Socket>>): readonly [string, ReadonlySet<Socket>] {
  let found: readonly [string, ReadonlySet<Socket>] = ['', new Set()];
  for (const entry of byAddress) if (entry[1].size > found[1].size) found = entry;
  return found;
}
