import { EncryptJWT, jwtDecrypt } from 'jose';
import { textAt } from '../../data/tree.ts';
import type { Login } from './oidc.ts';

/** A login that is under way. */
export interface PendingLogin extends Login {
  /** The path to return to. */
  readonly to: string;
}

/** The time limit of a login in seconds. */
export const loginTimeout = 600;

/**
 * The gateway keeps each pending login in an encrypted cookie of the user's browser. Requests of others cannot end it, and it
 * uses no memory of the gateway. The key is 32 random bytes.
 */
export async function sealLogin(login: PendingLogin, key: Uint8Array, now: number): Promise<string> {
  const until = Math.floor(now / 1000) + loginTimeout;
  return new EncryptJWT({ ...login }).setProtectedHeader(header).setExpirationTime(until).encrypt(key);
}

const header = { alg: 'dir', enc: 'A256GCM' } as const;

/**
 * Decrypts a pending login. Undefined if another key encrypted the cookie, or if the cookie is malformed or expired.
 */
export async function openLogin(cookie: string, key: Uint8Array, now: number): Promise<PendingLogin | undefined> {
  const options = {
    ...{ keyManagementAlgorithms: [header.alg], contentEncryptionAlgorithms: [header.enc] },
    ...{ requiredClaims: ['exp'], currentDate: new Date(now) },
  };
  const opened = await jwtDecrypt(cookie, key, options).catch(() => undefined);
  if (!opened) return undefined;
  const at = (name: string) => textAt(opened.payload, name);
  return { state: at('state'), nonce: at('nonce'), verifier: at('verifier'), to: at('to') };
}
