import type { Granted } from './grants.ts';
import { isIdentityKey, isReservedKey } from './reserved-keys.ts';
import type { Use } from './use.ts';

/** Whether a name belongs to a tenant: `acme`, or any name that starts with `acme-`. */
function ownsName(tenant: string, name: string): boolean {
  return name === tenant || name.startsWith(`${tenant}-`);
}

/** Whether the tenant's name or a Grant covers the name. */
export function ownsGranted({ tenant, names }: Granted, name: string): boolean {
  return [tenant, ...names].some((own) => ownsName(own, name));
}

/**
 * Whether objects of the tenant can be in the namespace: its own, or one that a Grant allows. Shared namespaces do not count.
 */
export function ownsNamespace(granted: Granted, namespace: string): boolean {
  return ownsGranted(granted, namespace) || granted.namespaces.has(namespace);
}

/** Whether the tenant may use something. `kind` is the kind of the document: `Tenant.kleff.kleff.io`. */
export function allows(granted: Granted, kind: string, use: Use): boolean {
  switch (use.sort) {
    case 'name':
    case 'object-name':
      return ownsGranted(granted, use.name);
    case 'folder':
      return ownsGranted(granted, firstStep(use.folder));
    case 'own-namespace':
      return ownsNamespace(granted, use.name);
    case 'namespace':
      return ownsNamespace(granted, use.name) || granted.shared.has(use.name);
    case 'field':
    case 'missing-field':
      if (use.inNamespace !== undefined && ownsNamespace(granted, use.inNamespace)) return true;
      return someValues(granted, kind, use.field, (values) => isGranted(values, use));
    case 'host':
      return granted.hosts.some((pattern) => matchesHost(pattern, use.host)) || ownsFolder(granted, use.folder);
    case 'secret':
      return granted.secrets.some(({ store, prefix }) => store === use.store && isKeyBelow(prefix, use.key));
    case 'metadata':
      return coversKey(granted, use.key);
    case 'plane':
      return use.names.some((name) => granted.planes.has(name));
    case 'template':
      return granted.templates.size === 0 || granted.templates.has(use.name);
  }
}

function isGranted(values: 'any' | readonly string[], use: Use): boolean {
  return values === 'any' || (use.sort === 'field' && values.includes(use.value));
}

/**
 * Whether the granted values of the field, or of a field that contains it, meet a condition: a Grant of `spec.values` covers
 * every field below it. A tenant can write a key with any number of dots, so longer fields than any in a Grant are not looked
 * up.
 */
function someValues(
  granted: Granted,
  kind: string,
  field: string,
  meet: (values: ReturnType<Granted['values']>) => boolean,
): boolean {
  const longest = granted.longestField(kind);
  const first = field.length <= longest ? field.length : field.lastIndexOf('.', longest);
  for (let end = first; end > 0; end = field.lastIndexOf('.', end - 1))
    if (meet(granted.values(kind, field.slice(0, end)))) return true;
  return false;
}

function ownsFolder(granted: Granted, folder: string | undefined): boolean {
  return folder !== undefined && isBelow('', folder) && ownsGranted(granted, firstStep(`${folder}/`));
}

export function firstStep(folder: string): string {
  return folder.slice(0, folder.indexOf('/'));
}

/**
 * Whether a key is below a prefix. A prefix without a trailing separator matches whole path segments: `evil` covers `evil/db`
 * but not `evilcorp/db`. The rest of the key has only characters that no store decodes or treats as the end of a path. The key
 * has no segment that could lead out of the prefix.
 */
export function isBelow(prefix: string, key: string): boolean {
  const isWhole = key === prefix || key[prefix.length] === '/' || /^$|[^A-Za-z0-9]$/.test(prefix);
  const isPlain = /^[\w.:@=+,~ /-]*$/.test(key.slice(prefix.length));
  return key.startsWith(prefix) && isWhole && isPlain && !/\/\/|(?:^|\/)\.{1,2}(?:\/|$)/.test(key);
}

/**
 * The maximum length of a key that a Grant can allow. Many fields of an object can depend on the same key, and each of them
 * compares it with the Grants.
 */
export const maxKeyLength = 4096;

export function isKeyBelow(prefix: string, key: string): boolean {
  return key.length <= maxKeyLength && isBelow(prefix, key);
}

/** The maximum length of a host in DNS. Many paths of an object can have the same host. */
export const maxHostLength = 253;

/** `*.` matches one label, as in a certificate. Other texts that end like the pattern, such as a URI, do not match. */
function matchesHost(pattern: string, host: string): boolean {
  if (host.length > maxHostLength) return false;
  const name = host.toLowerCase();
  if (!pattern.startsWith('*.')) return pattern === name;
  const dot = name.indexOf('.');
  return /^[\w*-]+$/.test(name.slice(0, Math.max(dot, 0))) && name.slice(dot) === pattern.slice(1);
}

/**
 * Whether a Grant covers the key. A pattern with `*` covers only keys on which nothing outside the tenant depends. A reserved
 * key needs a Grant of its full name.
 */
function coversKey({ metadata, selectorOf }: Granted, key: string): boolean {
  if (isIdentityKey(key) || selectorOf(key) !== undefined) return false;
  return metadata.includes(key) || (!isReservedKey(key) && metadata.some((pattern) => matchesKey(pattern, key)));
}

function matchesKey(pattern: string, key: string): boolean {
  return pattern.endsWith('*') && key.startsWith(pattern.slice(0, -1));
}
