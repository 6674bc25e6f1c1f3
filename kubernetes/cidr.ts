/** A network of IPv4 or IPv6 addresses. */
export interface Cidr {
  readonly bits: 32 | 128;
  readonly prefix: number;
  readonly address: bigint;
}

/** Parses `10.0.0.0/8` or `fd00::/8`; undefined if it is not a network. */
export function parseCidr(text: string): Cidr | undefined {
  const [, host = '', length = ''] = /^([0-9a-fA-F.:]+)\/([0-9]{1,3})$/.exec(text) ?? [];
  const address = parseAddress(host);
  const prefix = Number(length);
  return address && prefix <= address.bits ? { ...address, prefix } : undefined;
}

/** Whether a network contains an address. False if the text is not an address. */
export function addressIn(text: string, { bits, prefix, address }: Cidr): boolean {
  const one = parseAddress(text);
  const shift = BigInt(bits - prefix);
  return one !== undefined && one.bits === bits && one.address >> shift === address >> shift;
}

function parseAddress(text: string): Pick<Cidr, 'address' | 'bits'> | undefined {
  const four = /^(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})$/.test(text) ? text.split('.').map(Number) : [];
  if (four.length === 4) return four.every((part) => part < 256) ? { bits: 32, address: joined(four, 8n) } : undefined;
  const [left = '', right, ...more] = text.split('::');
  const groups = (half: string) => (half === '' ? [] : half.split(':'));
  const [head, tail] = [groups(left), groups(right ?? '')];
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  const all = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  const isValid = more.length === 0 && all.length === 8 && all.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group));
  return isValid
    ? {
        bits: 128,
        address: joined(
          all.map((group) => Number.parseInt(group, 16)),
          16n,
        ),
      }
    : undefined;
}

function joined(parts: readonly number[], width: bigint): bigint {
  return parts.reduce((sum, part) => (sum << width) + BigInt(part), 0n);
}
