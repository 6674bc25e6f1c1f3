import { hasCredentials } from '../../data/credentials.ts';
import { didYouMean } from '../../data/nearest.ts';
import { shortList } from '../../data/short-list.ts';
import { shortText } from '../../data/short-text.ts';
import { isDnsLabel } from '../../kubernetes/names.ts';
import { firstStep, isBelow, maxHostLength, maxKeyLength } from './allow.ts';
import type { Granted } from './grants.ts';
import { isIdentityKey } from './reserved-keys.ts';
import type { Use } from './use.ts';

interface Remedy {
  readonly message: string;
  readonly fix: string;
  /** The granted values of the field. */
  readonly choices?: readonly string[];
}

/**
 * Why a use is rejected, and the Grant field that would allow it, if any. For a secret field, the remedy contains no
 * value of the field.
 */
export function remedyFor(use: Use, granted: Granted, kind: string, isSecretField = false): Remedy {
  const { tenant, values } = granted;
  switch (use.sort) {
    case 'name':
    case 'object-name':
      return {
        message: `the name ${shortText(use.name)} does not belong to tenant ${tenant}`,
        fix: `use ${ownNames(tenant)}${orGrantLabel('names', use.name)}`,
      };
    case 'folder':
      return {
        message: `folder ${shortText(use.folder)} does not belong to tenant ${tenant}`,
        fix: `set prefix to ${tenant}/${shortText(use.folder)}${orGrantLabel('names', firstStep(use.folder))}`,
      };
    case 'own-namespace':
    case 'namespace':
      return namespaceRemedy(use.name, use.sort === 'namespace', tenant);
    case 'field':
    case 'missing-field':
      return fieldRemedy(use, isSecretField ? 'secret' : values(kind, use.field), kind);
    case 'host':
      return use.folder === undefined ? hostRemedy(use.host, tenant) : pathRemedy(use.host, use.folder, tenant);
    case 'secret':
      return secretRemedy(use, tenant);
    case 'metadata':
      return keyRemedy(use.key, granted);
    case 'plane':
      return planeRemedy(use.names[0], tenant);
    case 'template':
      return {
        message: `Template ${shortText(use.name)} is not granted to tenant ${tenant}`,
        fix: grant('templates', use.name),
      };
  }
}

function hostRemedy(host: string, tenant: string): Remedy {
  if (host === '') return { message: 'no tenant can use an empty host, which matches every host', fix: 'set a host' };
  const message = `host ${shortText(host)} is not granted to tenant ${tenant}`;
  if (host.length > maxHostLength) return { message, fix: `use a host name of at most ${maxHostLength} characters` };
  const fix = isGrantableHost(host) ? grantHost(host) : 'use a host name with only letters, digits, - and .';
  return { message, fix };
}

function pathRemedy(host: string, folder: string, tenant: string): Remedy {
  const place = host === '' ? 'every host' : `host ${shortText(host)}`;
  const own = `start the path with /${tenant} or /${tenant}-...`;
  const plain = isBelow('', folder) ? '' : ', without special characters or empty, `.` or `..` segments';
  return {
    message: `path /${shortText(folder)} on ${place} does not belong to tenant ${tenant}`,
    fix: `${own}${plain}${isGrantableHost(host) ? `, or ${grantHost(host)}` : ''}`,
  };
}

/** Whether a Grant can contain the host in lower case. */
function isGrantableHost(host: string): boolean {
  return host.length <= maxHostLength && /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(host);
}

function grantHost(host: string): string {
  return grant('hosts', host.toLowerCase());
}

function ownNames(tenant: string): string {
  return `${tenant} or ${tenant}-...`;
}

/** Suggests spec.shared only if `canBeShared`: tenants can share a namespace only if none of them creates it. */
function namespaceRemedy(name: string, canBeShared: boolean, tenant: string): Remedy {
  const shared = canBeShared ? ' (spec.shared if several tenants use it)' : '';
  return {
    message: `namespace ${shortText(name)} does not belong to tenant ${tenant}`,
    fix: `use ${ownNames(tenant)}${orGrantLabel('namespaces', name, shared)}`,
  };
}

function secretRemedy(use: Use & { readonly sort: 'secret' }, tenant: string): Remedy {
  const key = shortText(use.key) || '""';
  if (use.store === '') return { message: `no store is set for key ${key}`, fix: 'set the name of the store' };
  return {
    message: `key ${key} of store ${shortText(use.store)} is not granted to tenant ${tenant}`,
    fix: secretFix(use, tenant),
  };
}

/** The prefix covers the tenant's own keys or, for a foreign key, only that key and keys below it. */
function secretFix({ store, key }: Use & { readonly sort: 'secret' }, tenant: string): string {
  if (key === '') return 'set the key';
  if (key.length > maxKeyLength) return `use a key of at most ${maxKeyLength} characters`;
  const prefix = isBelow(`${tenant}/`, key) ? `${tenant}/` : key;
  if (!isBelow(prefix, key)) return 'use a key without empty segments, `.` or `..`';
  return grant('secrets', `{store: ${shortText(store)}, prefix: ${shortText(prefix)}}`);
}

function planeRemedy(plane: string, tenant: string): Remedy {
  return { message: `TenantPlane ${shortText(plane)} is not granted to tenant ${tenant}`, fix: grant('planes', plane) };
}

function keyRemedy(key: string, { tenant, selectorOf }: Granted): Remedy {
  const selector = selectorOf(key);
  const fix = 'delete the key; no Grant allows it';
  if (selector !== undefined) return { message: `${selector} selects namespaces by the label ${shortText(key)}`, fix };
  if (isIdentityKey(key)) return { message: `only the platform can set ${shortText(key)}`, fix };
  return { message: `tenant ${tenant} is not allowed to set ${shortText(key)}`, fix: grant('metadata', key) };
}

function fieldRemedy(
  use: Use & { readonly sort: 'field' | 'missing-field' },
  values: 'any' | 'secret' | readonly string[],
  kind: string,
): Remedy {
  const field = shortText(use.field);
  const choices = typeof values === 'string' ? [] : values.filter((value) => !hasCredentials(value));
  const granted = choices.length === 0 ? '' : `; allowed: ${shortList(choices, maxListed)}`;
  const other = use.expected === undefined ? '' : `set it to ${shortText(use.expected)}, or `;
  const place = `spec.fields["${kind}"]["${field}"] of a Grant`;
  const legal = typeof values === 'string' ? {} : { choices };
  if (use.sort === 'missing-field') {
    const message = `${field} must be set${granted}`;
    // Only the value * of a Grant also allows leaving the field out.
    return { message, fix: `${other || 'set the field, or '}add "*" to ${place}`, ...legal };
  }
  const near = didYouMean(use.value, choices);
  const advice = near === undefined ? other : `${near} Otherwise, `;
  const fix = `${advice}add the value to ${place}`;
  const isHidden = values === 'secret' || hasCredentials(use.value);
  const denied = isHidden ? `the value of ${field}` : `${shortText(use.value, maxValue) || '""'} for ${field}`;
  return { message: `no Grant allows ${denied}${granted}`, fix, ...legal };
}

/** The maximum number of granted values in a message. */
const maxListed = 20;

/** The maximum number of characters of a value, which can be a whole document. */
const maxValue = 100;

/** Suggests a Grant of a name, unless no Grant can contain it. */
function orGrantLabel(field: string, name: string, more = ''): string {
  return isDnsLabel(name) ? `, or ${grant(field, name)}${more}` : '';
}

function grant(field: string, value: string): string {
  return `add ${shortText(value)} to spec.${field} of a Grant`;
}
