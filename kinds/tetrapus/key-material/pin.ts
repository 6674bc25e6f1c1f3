/** A PKCS#11 URI without its PIN, which no manifest may contain [sources: tetrapus-4]. Other URIs stay unchanged. */
export function withoutPin(uri: string): string {
  if (!uri.startsWith('pkcs11:') || !uri.split(/[?&;]/).some(isPin)) return uri;
  const [path = '', ...rest] = uri.split('?');
  const attributes = rest.flatMap((query) => query.split(/[&;]/)).filter((part) => !isPin(part));
  const kept = path.split(';').filter((part) => !isPin(part));
  return [kept.join(';'), ...(attributes.length > 0 ? [attributes.join('&')] : [])].join('?');
}

/** Whether an attribute of the URI is the PIN, by its decoded name. The first part starts with the scheme. */
function isPin(part: string): boolean {
  const name = part.replace(/^pkcs11:\/*/, '').split('=')[0] ?? '';
  const decoded = name.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return decoded.toLowerCase() === 'pin-value';
}
