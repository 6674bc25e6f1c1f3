/** A database that is missing or cannot be used. The message contains no password. */
export class DatabaseUnavailable extends Error {}
