import { type Accounts, includes } from './accounts.ts';
import type { AdmissionRequest } from './request.ts';
import type { Clause, ContentClause, Rule } from './rule.ts';
import { isOwnApplication } from './tracking.ts';

export interface Violation {
  readonly rule: string;
  /** The message of the API server, with the values. */
  readonly message: string;
}

/** Whether a rule with these exempt accounts ignores a request. */
export function isExempt(accounts: Accounts, request: AdmissionRequest): boolean {
  return includes(accounts, request.user) || isOwnApplication(accounts.appliers ?? [], request);
}

/** The violations of a request, regardless of exempt accounts and of the modes of rules. */
export function violationsOf(rules: readonly Rule[], request: AdmissionRequest): readonly Violation[] {
  return rules.filter((rule) => concerns(rule, request)).flatMap((rule) => violationsOfRule(rule, request));
}

function violationsOfRule({ id, clauses }: Rule, request: AdmissionRequest): readonly Violation[] {
  return clauses.flatMap((clause) => {
    const values = valuesOf(clause, request);
    return values.length === 0 ? [] : [{ rule: id, message: `${id}: ${clause.message}: ${values.join(', ')}` }];
  });
}

function valuesOf(clause: Clause, request: AdmissionRequest): readonly string[] {
  return 'change' in clause ? clause.findChanges(request) : added(clause, request);
}

/** All values of a new object. For an update, only the values that it adds or changes. */
function added({ find, comparesVersions, changes }: ContentClause, request: AdmissionRequest): readonly string[] {
  const { object, oldObject } = request;
  const values = object ? find(object, request) : [];
  if (!object || !oldObject || comparesVersions) return values;
  const old = new Set(find(oldObject, request));
  return values.filter((value) => !old.has(value) || changes?.test(value, { ...request, object, oldObject }));
}

/** Whether a rule checks a request. */
export function concerns(
  { targets }: Rule,
  { group, resource, operation }: Pick<AdmissionRequest, 'group' | 'resource' | 'operation'>,
): boolean {
  return targets.some(
    (target) =>
      ['*', group].includes(target.group) &&
      (target.resources.includes(resource) || target.resources.includes('*/*')) &&
      target.operations.includes(operation),
  );
}
