/** Precedes the names that a reference can have, at the end of a message. */
export const choicesStart = '; available ';

/** The message of a problem without the names that a reference can have. */
export function withoutChoices(message: string): string {
  const end = message.lastIndexOf(choicesStart);
  return end === -1 ? message : message.slice(0, end);
}
