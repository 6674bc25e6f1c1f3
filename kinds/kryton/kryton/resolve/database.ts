import type { Report } from '../../../../core/problem/problem.ts';
import type { Labels } from '../../../../templates/views.ts';
import type { KrytonValues } from '../values/values.ts';
import { namesDatabase, type SecretSource } from './secrets.ts';

/** The database of the server: the bundled one, or one whose URL is in the server's Secret. */
export type KrytonDatabase = 'bundled' | 'url';

/** The passwords of the bundled PostgreSQL: in the file, or in an existing Secret. */
export type PasswordSource = { readonly from: 'file'; readonly data: Labels } | { readonly from: 'cluster' };

/** The keys of the database's Secret. */
export interface PasswordKeys {
  readonly user: string;
  readonly admin: string;
}

const path = ['spec', 'values', 'postgresql'];

/** An existing Secret can use other key names. */
export function passwordKeysOf({ postgresql }: KrytonValues): PasswordKeys {
  const { existingSecret, secretKeys } = postgresql.auth;
  const { adminPasswordKey, userPasswordKey } = existingSecret ? secretKeys : {};
  return { user: userPasswordKey || 'password', admin: adminPasswordKey || 'postgres-password' };
}

export function resolveDatabase(values: KrytonValues, secrets: SecretSource, report: Report): KrytonDatabase {
  if (namesDatabase(values)) return 'url';
  if (values.postgresql.enabled) return 'bundled';
  if (secrets.from === 'file') {
    const message = 'postgresql.enabled is false, but no other database is configured';
    const fix = 'set POSTGRES_URL in values.env.secret, or use values.existingSecret or values.externalSecrets';
    report('missing-field', ['spec', 'values', 'env', 'secret', 'POSTGRES_URL'], message, { fix });
  }
  return 'url';
}

interface SecretName {
  readonly namespace: string;
  readonly name: string;
}

/** Passwords are never generated, because a new password in each render would lock the server out [sources: kryton-7]. */
export function resolvePasswords(values: KrytonValues, secret: SecretName, report: Report): PasswordSource {
  const { auth, enabled } = values.postgresql;
  if (!enabled || auth.existingSecret) return { from: 'cluster' };
  if (!auth.password) {
    warnAboutMissing(secret, report);
    return { from: 'cluster' };
  }
  warnAboutInline(auth.password, namesDatabase(values), report);
  return {
    from: 'file',
    data: {
      password: auth.password,
      ...(auth.enablePostgresUser ? { 'postgres-password': auth.postgresPassword || auth.password } : {}),
    },
  };
}

function warnAboutMissing({ namespace, name }: SecretName, report: Report): void {
  const message = `Secret ${name} with the key password must exist in namespace ${namespace}, because leasehold does not generate passwords`;
  const fix = 'create the Secret, or set values.postgresql.auth.existingSecret to the name of another Secret';
  report('needs-secret', [...path, 'auth', 'password'], message, { fix });
}

/** `isUnused`: the server connects to another database, so the password is not part of its URL. */
function warnAboutInline(password: string, isUnused: boolean, report: Report): void {
  const at = [...path, 'auth', 'password'];
  const fix = 'move it to a Secret, and name the Secret in values.postgresql.auth.existingSecret';
  report('secret-in-git', at, 'password is stored in plain text in Git', { fix });
  // The pod inserts the password into a URL without escaping.
  // Any character outside this set could end the password in the URL or start an escape sequence.
  if (isUnused || /^[A-Za-z0-9._~!$&'()*+,;=-]+$/.test(password)) return;
  const message = 'password contains characters that a URL must encode, so the server might not parse POSTGRES_URL';
  report('risky-value', at, message, { fix: 'use only letters, digits and . _ ~ -' });
}
