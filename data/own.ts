/** The value of an own property. A key from a file, such as `constructor`, must not find an inherited property. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
