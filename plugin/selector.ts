import { failure, type Result, success } from './plugin-error.ts';

/** The labels of all resources of a tenant, so a key can have several values. */
export type TenantLabels = ReadonlyMap<string, ReadonlySet<string>>;

/** Selects tenants by labels. A selector and its negation select disjoint sets that cover all tenants. */
export type TenantSelector = (labels: TenantLabels) => boolean;

const key = String.raw`((?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)`;
const value = `((?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?)`;
const equality = new RegExp(`^${key} *(==?|!=) *${value}$`);
const membership = new RegExp(`^${key} +(in|notin) +\\(([^()]*)\\)$`);
const existence = new RegExp(`^(!?) *${key}$`);
const valuePattern = new RegExp(`^${value}$`);
const maxRequirements = 20;
/** In characters. Splitting a selector takes quadratic time. */
const maxLength = 10_000;

/** Parses the syntax of `kubectl get -l`: `tier=gold,region in (eu,us),!legacy`. All requirements must match. */
export function readTenantSelector(text: string): Result<TenantSelector> {
  if (text.length > maxLength)
    return failure(`the parameter selector has more than ${maxLength} characters; shorten it`);
  const parts = text.split(/,(?![^()]*\))/).map((part) => part.trim());
  if (parts.length > maxRequirements)
    return failure(`the parameter selector has ${parts.length} requirements; use at most ${maxRequirements}`);
  const requirements: TenantSelector[] = [];
  for (const part of parts) {
    const requirement = readRequirement(part);
    if (!requirement)
      return failure(
        `the parameter selector is ${text}; it must have the syntax of kubectl, such as tier=gold,region in (eu,us)`,
      );
    requirements.push(requirement);
  }
  return success((labels) => requirements.every((holds) => holds(labels)));
}

function readRequirement(part: string): TenantSelector | undefined {
  const equal = equality.exec(part);
  if (equal) return oneOf(equal[1] as string, [equal[3] as string], equal[2] === '!=');
  const member = membership.exec(part);
  if (member) {
    const values = (member[3] as string).split(',').map((one) => one.trim());
    return values.every((one) => valuePattern.test(one))
      ? oneOf(member[1] as string, values, member[2] === 'notin')
      : undefined;
  }
  const exists = existence.exec(part);
  return exists ? (labels) => labels.has(exists[2] as string) !== (exists[1] === '!') : undefined;
}

function oneOf(name: string, values: readonly string[], negated: boolean): TenantSelector {
  return (labels) => values.some((one) => labels.get(name)?.has(one) ?? false) !== negated;
}
