/** A database that is missing or cannot be used. The message contains no password. */
export class DatabaseUnavailable extends Error {
  /** The code of PostgreSQL or of the network; empty if there is none. */
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
