import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { sortedKeys } from './order.ts';

/** Hex SHA-256 of a text. */
export function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Hex SHA-256 of a map's keys and values, for annotations that roll pods when the map changes. */
export function checksum(map: Readonly<Record<string, string>>): string {
  return digest(JSON.stringify(sortedKeys(map).map((key) => [key, map[key]])));
}
