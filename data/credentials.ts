/** Whether a text contains a URL with a password, or a PKCS#11 URI with a PIN. */
export function hasCredentials(text: string): boolean {
  return /:\/\/[^/@:\s]*:[^/@\s]+@|https?:\/\/[^/@\s]+@|[?&;](?:password|pin-value)=./.test(text);
}
