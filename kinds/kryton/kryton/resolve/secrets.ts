import type { Report } from '../../../../core/problem/problem.ts';
import { listed } from '../../../../data/listed.ts';
import type { Labels } from '../../../../templates/views.ts';
import type { KrytonValues } from '../values/values.ts';

/** The source of the server's secret variables [sources: kryton-5]. */
export type SecretSource =
  | { readonly from: 'file'; readonly data: Labels }
  | { readonly from: 'store'; readonly remoteKeys: Labels }
  | { readonly from: 'cluster' };

const path = ['spec', 'values', 'env', 'secret'];

/** Variables in env.secret that are not secret. */
const publicVariables = new Set([
  'GITHUB_CLIENT_ID',
  'GOOGLE_CLIENT_ID',
  'SMTP_FROM',
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_SECURE',
  'SMTP_USER',
]);

export function resolveSecrets(values: KrytonValues, report: Report): SecretSource {
  const variables = nonEmpty(values.env.secret);
  if (values.existingSecret) return fromCluster(values, variables, report);
  if (values.externalSecrets.enabled) return fromStore(values, report);
  checkAuthSecret(variables, report);
  warnAboutSecrets(variables, report);
  return { from: 'file', data: variables };
}

/** Whether env.secret configures the database. existingSecret replaces env.secret. */
export function namesDatabase({ env, existingSecret }: KrytonValues): boolean {
  return !existingSecret && Boolean(env.secret['POSTGRES_URL']);
}

/** The variables that are set: the chart defaults most of them to an empty string. */
function nonEmpty(variables: Readonly<Record<string, string | undefined>>): Labels {
  return Object.fromEntries(Object.entries(variables).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

function fromCluster({ externalSecrets }: KrytonValues, variables: Labels, report: Report): SecretSource {
  if (externalSecrets.enabled) {
    const message = 'existingSecret and externalSecrets.enabled both provide the secret variables';
    report('conflicting-fields', ['spec', 'values', 'existingSecret'], message, { fix: 'keep one of them' });
    return { from: 'cluster' };
  }
  for (const key of Object.keys(variables)) {
    report('ignored-field', [...path, key], `${key} has no effect: existingSecret replaces env.secret`, {
      fix: 'remove the variable, and store it in the existing Secret',
    });
  }
  return { from: 'cluster' };
}

/** The ExternalSecret requests every variable, as the chart does. */
function fromStore(values: KrytonValues, report: Report): SecretSource {
  const { secretStoreName } = values.externalSecrets;
  if (!secretStoreName) {
    const message = 'externalSecrets.enabled requires secretStoreName';
    report('missing-field', ['spec', 'values', 'externalSecrets', 'secretStoreName'], message, {
      fix: `set it to the name of the ${values.externalSecrets.secretStoreKind}`,
    });
  }
  return { from: 'store', remoteKeys: remoteKeysOf(values) };
}

/** The key of each variable in the store: its value or, by default, its name, after the prefix. */
export function remoteKeysOf({ env, externalSecrets }: KrytonValues): Labels {
  const prefix = externalSecrets.remoteKeyPrefix ?? '';
  return Object.fromEntries(Object.entries(env.secret).map(([name, key]) => [name, `${prefix}${key || name}`]));
}

function checkAuthSecret({ BETTER_AUTH_SECRET: secret }: Labels, report: Report): void {
  const at = [...path, 'BETTER_AUTH_SECRET'];
  if (secret === undefined) {
    const message = 'the server does not start without BETTER_AUTH_SECRET';
    const fix =
      'store it in a Secret in the namespace and name the Secret in values.existingSecret, or set values.externalSecrets';
    report('needs-secret', at, message, { fix });
  } else if (secret.length < 32) {
    report('out-of-range', at, `BETTER_AUTH_SECRET must have at least 32 characters, not ${secret.length}`);
  }
}

/** Whether the value is a URL without a password and without a query, which could contain one. */
function isPlainUrl(value: string): boolean {
  return /^[a-z]+:\/\/(?:[^/:@]*@)?[^/@?]+(?:\/[^@?]*)?$/.test(value);
}

function warnAboutSecrets(variables: Labels, report: Report): void {
  const keys = Object.keys(variables).filter((key) => !publicVariables.has(key) && !isPlainUrl(variables[key] ?? ''));
  if (keys.length === 0) return;
  const message = `${listed(keys.sort())} ${keys.length === 1 ? 'is' : 'are'} stored in plain text in Git`;
  const them = keys.length === 1 ? 'it' : 'them';
  const fix = `move ${them} to a Secret or a secret store, and set values.existingSecret or values.externalSecrets`;
  report('secret-in-git', path, message, { fix });
}
