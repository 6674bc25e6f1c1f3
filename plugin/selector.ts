import { fine, type Outcome, refuse } from './fault.ts';

/** The labels of a tenant: those of all its resources together, so a key may have several values. */
export type TenantLabels = ReadonlyMap<string, ReadonlySet<string>>;

/** Picks tenants by their labels. A selector and its negation together pick each tenant exactly once. */
export type LabelSelector = (labels: TenantLabels) => boolean;

const key = String.raw`((?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)`;
const value = `((?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?)`;
const equality = new RegExp(`^${key} *(==?|!=) *${value}$`);
const membership = new RegExp(`^${key} +(in|notin) +\\(([^()]*)\\)$`);
const existence = new RegExp(`^(!?) *${key}$`);
const valuePattern = new RegExp(`^${value}$`);
const mostRequirements = 20;

/** Reads what `kubectl get -l` takes: `tier=gold,region in (eu,us),!legacy`. All requirements must hold. */
export function readSelector(text: string): Outcome<LabelSelector> {
  const parts = text.split(/,(?![^()]*\))/).map((part) => part.trim());
  if (parts.length > mostRequirements) return refuse(`give selector at most ${mostRequirements} requirements`);
  const requirements: LabelSelector[] = [];
  for (const part of parts) {
    const requirement = readRequirement(part);
    if (!requirement) return refuse('write the parameter selector as kubectl takes it: tier=gold,region in (eu,us)');
    requirements.push(requirement);
  }
  return fine((labels) => requirements.every((holds) => holds(labels)));
}

function readRequirement(part: string): LabelSelector | undefined {
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

function oneOf(name: string, values: readonly string[], negated: boolean): LabelSelector {
  return (labels) => values.some((one) => labels.get(name)?.has(one) ?? false) !== negated;
}
