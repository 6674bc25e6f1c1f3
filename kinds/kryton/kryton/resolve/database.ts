import type { Report } from '../../../../core/problem/problem.ts';
import type { Labels } from '../../../../templates/views.ts';
import type { KrytonValues } from '../values/values.ts';
import { namesDatabase, type SecretSource } from './secrets.ts';

/** The database that the server uses: the bundled one, or one whose URL the server finds in its own Secret. */
export type KrytonDatabase = 'bundled' | 'url';

/** The passwords of the bundled PostgreSQL: from the file, or in a Secret that the cluster must have. */
export type PasswordSource = { readonly from: 'file'; readonly data: Labels } | { readonly from: 'cluster' };

/** The keys of the database's Secret. */
export interface PasswordKeys {
  readonly user: string;
  readonly admin: string;
}

const path = ['spec', 'values', 'postgresql'];

/** An existing Secret may have keys of its own. */
export function passwordKeysOf({ postgresql }: KrytonValues): PasswordKeys {
  const { existingSecret, secretKeys } = postgresql.auth;
  const { adminPasswordKey, userPasswordKey } = existingSecret ? secretKeys : {};
  return { user: userPasswordKey || 'password', admin: adminPasswordKey || 'postgres-password' };
}

export function resolveDatabase(values: KrytonValues, secrets: SecretSource, report: Report): KrytonDatabase {
  if (namesDatabase(values)) return 'url';
  if (values.postgresql.enabled) return 'bundled';
  if (secrets.from === 'file') {
    const message = 'postgresql.enabled is false and nothing names another database';
    const fix = 'give POSTGRES_URL in values.existingSecret, externalSecrets or env.secret';
    report('missing-field', ['spec', 'values', 'env', 'secret', 'POSTGRES_URL'], message, { fix });
  }
  return 'url';
}

/** Passwords are never generated: a new one per render would lock out the server [sources: kryton-7]. */
export function resolvePasswords(values: KrytonValues, secret: string, report: Report): PasswordSource {
  const { auth, enabled } = values.postgresql;
  if (!enabled || auth.existingSecret) return { from: 'cluster' };
  if (!auth.password) {
    warnOfMissing(secret, report);
    return { from: 'cluster' };
  }
  warnOfInline(auth.password, report);
  return {
    from: 'file',
    data: {
      password: auth.password,
      ...(auth.enablePostgresUser ? { 'postgres-password': auth.postgresPassword || auth.password } : {}),
    },
  };
}

function warnOfMissing(secret: string, report: Report): void {
  const message = `Secret ${secret} with the key password must be in the namespace; leasehold generates no password`;
  const fix = 'create it, or name another in values.postgresql.auth.existingSecret';
  report('needs-secret', [...path, 'auth', 'password'], message, { fix });
}

function warnOfInline(password: string, report: Report): void {
  const at = [...path, 'auth', 'password'];
  const fix = 'keep it in a Secret and name that in values.postgresql.auth.existingSecret';
  report('secret-in-git', at, 'password is kept in plain text in Git', { fix });
  // The pod puts the password into a URL as it is; these characters end a URL's password or begin an escape.
  if (/^[A-Za-z0-9._~!$&'()*+,;=-]+$/.test(password)) return;
  const message = 'password has characters that a URL reserves, so the server cannot read POSTGRES_URL';
  report('risky-value', at, message, { fix: 'use letters, digits and . _ ~ - only' });
}
