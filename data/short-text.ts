/** The key of a label has at most 317 characters, and all other names in Kubernetes are shorter. */
const maxShown = 320;

/**
 * Shortens a text of an author for a message. Without it, many messages with the same long text would need much more memory than
 * the file.
 */
export function shortText(text: string, max: number = maxShown): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
