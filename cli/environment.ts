/** The only reader of the environment. */
export function readEnvironment(): { readonly isCi: boolean; readonly noColor: boolean; readonly columns: number } {
  const { CI, COLUMNS, NO_COLOR, TERM } = process.env;
  return {
    isCi: CI !== undefined && CI !== '' && CI !== 'false',
    noColor: (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb',
    columns: Number.parseInt(COLUMNS ?? '', 10) || process.stdout.columns || 80,
  };
}
