/** The value of a key that the record itself has. Text of a file, such as `constructor`, must not find an inherited one. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
