import { compileRe2 } from '../kubernetes/re2.ts';

/** An RE2 expression that matches user names. It is not anchored. */
export interface UserPattern {
  readonly source: string;
  /**
   * Whether it can match ServiceAccounts. A pattern for people cannot, because members of tenants choose the names of
   * ServiceAccounts.
   */
  readonly matchesAccounts: boolean;
  test(text: string): boolean;
}

/** The start of the user name of every ServiceAccount. */
export const accountPrefix = 'system:serviceaccount:';

/** A pattern for people, unless it starts like the names of ServiceAccounts. None if the expression is invalid. */
export function patternOfUsers(source: string): readonly UserPattern[] {
  const matchesAccounts = source.replace(/^\^/, '').startsWith(accountPrefix);
  return patternOfAccounts(source).map((pattern) => ({ ...pattern, matchesAccounts }));
}

/** A pattern for ServiceAccounts. None if the expression is invalid. */
export function patternOfAccounts(source: string): readonly UserPattern[] {
  const compiled = compileRe2(source);
  return 're2' in compiled ? [{ source, matchesAccounts: true, test: (text) => compiled.re2.test(text) }] : [];
}

export function matchesUser({ matchesAccounts, test }: UserPattern, username: string): boolean {
  return (matchesAccounts || !username.startsWith(accountPrefix)) && test(username);
}
