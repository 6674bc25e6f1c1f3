import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { sortedKeys } from './order.ts';

/** Hex-encoded SHA-256 of a text in UTF-8. */
export function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Hex-encoded SHA-256 of a map, whatever the order of its keys. Annotations use it to roll pods on a change. */
export function checksum(map: Readonly<Record<string, string>>): string {
  return digest(JSON.stringify(sortedKeys(map).map((key) => [key, map[key]])));
}
