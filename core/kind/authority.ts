/**
 * Who can change a document. Only the path of its file determines this.
 *
 * `open`: the repository has no directory per tenant, so all authors are one trust domain.
 * `platform`: the Platform's directory, which is trusted; `about` is the tenant of a file in `tenants/<name>/` or of the file
 * `tenants/<name>.yaml` below it.
 * `tenant`: the tenant's own directory. Its authors are not trusted, unless the Platform trusts tenant directories.
 * `nowhere`: neither, which is an error.
 */
export type Authority =
  | { readonly sort: 'open' }
  | { readonly sort: 'platform'; readonly about: string | undefined }
  | { readonly sort: 'tenant'; readonly tenant: string }
  | { readonly sort: 'nowhere' };

/** The tenant that a file of the Platform's directory is about: `tenants/acme.yaml` or `tenants/acme/quota.yaml`. */
export function subjectOf(path: string): string | undefined {
  return /^tenants\/([a-z0-9][a-z0-9.-]*?)(?:\.(?:ya?ml|json)$|\/)/.exec(path)?.[1];
}

/** The tenant whose directory contains the document. Undefined for any other document. */
export function tenantOf(authority: Authority): string | undefined {
  return authority.sort === 'tenant' ? authority.tenant : undefined;
}

/** Files of the platform about one tenant apply only to this tenant, even if authors of another tenant can read them. */
export function isAboutAnother(authority: Authority, tenant: string): boolean {
  return authority.sort === 'platform' && authority.about !== undefined && authority.about !== tenant;
}
