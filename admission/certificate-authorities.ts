import { type Tree, textAt, valueAt } from '../data/tree.ts';

/**
 * A CEL expression of type list(string): the issuer of a Certificate for a certificate authority, unless that issuer is
 * an Issuer of the namespace. The key of such an authority can sign certificates for all hosts.
 */
export function celOfAuthorities(object: string): string {
  const text = (field: string) => `${object}.spec.?issuerRef.?${field}.orValue('')`;
  const isOwn = `${text('kind')} in ['', 'Issuer'] && ${text('group')} in ['', 'cert-manager.io']`;
  return `(${object}.spec.?isCA.orValue(false) && !(${isOwn}) ? [${text('name')}] : [])`;
}

/** Returns the same issuers as `celOfAuthorities` in CEL. */
export function authoritiesOf(object: Tree): readonly string[] {
  const text = (field: string) => textAt(object, 'spec', 'issuerRef', field);
  const isOwn = ['', 'Issuer'].includes(text('kind')) && ['', 'cert-manager.io'].includes(text('group'));
  return valueAt(object, 'spec', 'isCA') === true && !isOwn ? [text('name')] : [];
}
