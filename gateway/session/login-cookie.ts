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
 * Logins that are under way are in encrypted cookies of their browsers, so that requests of others cannot end them and need no
 * memory. The key is 32 random bytes.
 */
export async function sealLogin(login: PendingLogin, key: Uint8Array, now: number): Promise<string> {
  const until = Math.floor(now / 1000) + loginTimeout;
  return new EncryptJWT({ ...login }).setProtectedHeader(header).setExpirationTime(until).encrypt(key);
}

const header = { alg: 'dir', enc: 'A256GCM' } as const;

/** Undefined for a cookie that another key encrypted, and after the time limit. */
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
