import { isIPv4, isIPv6 } from 'node:net';

/**
 * The address of a client. Each proxy appends the address of its own client to X-Forwarded-For. Only the last addresses
 * can be trusted: one for each of your proxies. An IPv6 client can use at least 2^64 addresses of its network, so all of
 * them count as one address.
 */
export function addressOf(peer: string, forwarded: string | undefined, proxies: number): string {
  const listed = (forwarded ?? '').split(',').map((one) => one.trim());
  const found = proxies === 0 ? peer : (listed.at(-proxies) ?? peer);
  const plain = found.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? networkOf(plain) : peer;
}

/** The first four groups of an IPv6 address. */
function networkOf(address: string): string {
  const [before = '', after] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const head = before.split(':').filter((group) => group !== '');
  const tail = (after ?? '').split(':').filter((group) => group !== '');
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
