import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { withoutPin } from './pin.ts';

const schemes = ['aws-kms:', 'gcp-kms:', 'vault://', 'pkcs11:'];

export interface ResolvedKey {
  /** The URI of the key, without a PIN. */
  readonly keyUri: string;
}

/** Validates the reference to the key; the Org uses it [sources: tetrapus-4]. */
export function resolve(resource: Resource<'key-material'>, world: World, report: Report): ResolvedKey {
  const uri = resource.body.spec.kms_uri;
  checkScheme(uri, report);
  warnAboutPin(uri, report);
  checkState(resource, report);
  const region = world.target(resource, 'org')?.body.spec.region_code;
  if (region !== undefined) warnAboutRegion(uri, region, report);
  return { keyUri: withoutPin(uri) };
}

/** Checks the scheme. Messages contain no other part of the URI, because it may contain a PIN. */
function checkScheme(uri: string, report: Report): void {
  const scheme = schemes.find((known) => uri.startsWith(known));
  const path = ['spec', 'kms_uri'];
  if (scheme === undefined) {
    const given = /^[A-Za-z][A-Za-z0-9+.-]{0,19}:/.exec(uri)?.[0];
    const message = `kms_uri ${given === undefined ? 'has no scheme' : `starts with "${given}"`}`;
    report('not-a-choice', path, `${message}; it must start with one of ${schemes.join(', ')}`, { choices: schemes });
  } else if (uri === scheme) {
    report('bad-format', path, `kms_uri contains no key after ${scheme}`, { fix: 'append the identifier of the key' });
  } else if (scheme === 'pkcs11:') {
    report('risky-value', path, 'the upstream signer does not implement pkcs11: URIs', {
      fix: 'use aws-kms:, gcp-kms: or vault://',
    });
  }
}

function warnAboutPin(uri: string, report: Report): void {
  if (withoutPin(uri) === uri) return;
  const message = 'kms_uri contains a PIN in plain text in Git; the PIN is not rendered';
  report('secret-in-git', ['spec', 'kms_uri'], message, { fix: 'use pin-source, which names a file in the pod' });
}

function checkState({ body }: Resource<'key-material'>, report: Report): void {
  const state = body.metadata.annotations?.['tetrapus.io/key-state'];
  if (state === undefined || state === 'active' || state === 'expired') return;
  const message = `tetrapus.io/key-state is "${state}"; it must be active or expired`;
  report('not-a-choice', ['metadata', 'annotations', 'tetrapus.io/key-state'], message, {
    choices: ['active', 'expired'],
  });
}

function warnAboutRegion(uri: string, region: string, report: Report): void {
  const found = /^aws-kms:arn:[^:]*:kms:([^:]+):/.exec(uri)?.[1];
  if (found === undefined || found === region) return;
  const message = `the key is in ${found}, but the data of the Org is in ${region}`;
  report('risky-value', ['spec', 'kms_uri'], message, { fix: `use a key in ${region}` });
}
