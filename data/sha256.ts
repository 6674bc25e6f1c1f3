import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { sortedKeys } from './order.ts';

/** Hex-encoded SHA-256 of a text in UTF-8. */
export function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/**
 * Hex-encoded SHA-256 of a map, independent of the order of its keys. Annotations use it to restart pods after a
 * change.
 */
export function checksum(map: Readonly<Record<string, string>>): string {
  return digest(JSON.stringify(sortedKeys(map).map((key) => [key, map[key]])));
}

/**
 * The end of a shortened name, which keeps it unique: 20 hex digits of a digest of the whole text. With fewer, the author of
 * one tenant could search for a name that collides with another tenant's.
 */
export function nameSuffix(text: string): string {
  return digest(text).slice(0, 20);
}

/** Whether a name ends like a shortened name, so that it could be equal to a shortened name. */
export function endsInSuffix(name: string): boolean {
  return /-[0-9a-f]{20}$/.test(name);
}
