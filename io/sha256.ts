import { hash } from 'node:crypto';

/** Hex SHA-256 of the content of a file. Pure code uses data/sha256.ts, which needs no Node. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
