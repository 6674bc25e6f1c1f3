/**
 * The value of a property that the object itself has. A key from a file, such as `constructor`, must not find an inherited
 * property.
 */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
