import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a gateway. Replicas with the same secret have the same keys. */
export interface Keys {
  /** Encrypts the values of database rows. */
  readonly rows: Uint8Array;
  /** Encrypts logins in progress, in cookies. */
  readonly logins: Uint8Array;
  /** Signs cursors. */
  readonly cursors: string;
}

/** Derives an independent key for each purpose. The secret has at least 32 random characters. */
export function deriveKeys(secret: string): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `leasehold gateway ${purpose}`, 32));
  return { rows: key('rows'), logins: key('logins'), cursors: key('cursors').toString('base64url') };
}

/** The keys of a gateway without a configured secret. They are lost when the process ends. */
export function randomKeys(): Keys {
  return deriveKeys(randomBytes(32).toString('base64url'));
}

/** The digest of a secret that a client presents. Only the digest is stored. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const [algorithm, nonceLength, tagLength] = ['aes-256-gcm', 12, 16] as const;

/** Encrypts text for one place. In any other place, such as another row, it cannot be decrypted. */
export function seal(text: string, place: string, { rows }: Keys): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, rows, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts text. Undefined for text that was encrypted with another key or for another place, or that was changed. */
export function unseal(sealed: Buffer, place: string, { rows }: Keys): string | undefined {
  if (sealed.length < nonceLength + tagLength) return undefined;
  const nonce = sealed.subarray(0, nonceLength);
  const decipher = createDecipheriv(algorithm, rows, nonce, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  try {
    const text = decipher.update(sealed.subarray(nonceLength + tagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
