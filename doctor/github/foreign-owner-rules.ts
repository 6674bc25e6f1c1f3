import { groupBy } from '../../data/group-by.ts';
import { count } from '../../shell/text.ts';
import { error, type Finding, type Subject, warning } from '../finding.ts';
import { type CodeOwners, type OwnerRule, ownersOf, ruleFor } from './codeowners.ts';
import { type Directories, newFile } from './directories.ts';
import { directoryOwners } from './directory-owners.ts';
import type { Repository } from './repository.ts';

/** Files that belong together. A change to any of them needs a review by its owner. */
export interface Area {
  /** `the workflows` */
  readonly what: string;
  readonly files: readonly string[];
}

/** Reports owners of tenant directories that can approve changes to trusted files, once for each line and area. */
export function foreignOwners(
  subject: Subject,
  trusted: readonly Area[],
  repository: Repository,
  rules: CodeOwners,
): readonly Finding[] {
  const tenants = directoryOwners(repository)?.tenants ?? new Map<string, string>();
  const tenantOf = (owner: string) => tenants.get(owner.toLowerCase());
  return trusted.flatMap(({ files }) =>
    [...groupBy(files, (file) => ruleFor(rules, file))].flatMap(([rule, same]) => {
      const owner = rule?.owners.find((one) => tenantOf(one) !== undefined);
      if (!rule || owner === undefined) return [];
      return [foreignOwner(subject, rule, `${owner} owns the directory of tenant ${tenantOf(owner)}`, same)];
    }),
  );
}

function foreignOwner(
  subject: Subject,
  rule: OwnerRule,
  who: string,
  [file = '', ...more]: readonly string[],
): Finding {
  const others = more.length === 0 ? '' : ` and ${count(more.length, 'similar path')}`;
  const message = `${who} and can also approve changes to ${file}${others}`;
  const where = more.length === 0 ? `a line for ${file}` : 'lines for these paths';
  const fix = `add ${where} with the owners of the Platform, after all other lines`;
  return error(subject, { line: rule.line, path: rule.pattern, message, fix });
}

/**
 * Reports owners of the Platform's directory, if it has several, who own the directories of some tenants, but not of all. A team
 * of the platform owns all or none, except for directories whose owners are in the line of the Platform's directory.
 */
export function sharedOwners(
  subject: Subject,
  { platforms, tenants }: Directories,
  rules: CodeOwners,
): readonly Finding[] {
  return platforms.flatMap((platform) => {
    const rule = ruleFor(rules, newFile(platform));
    if (!rule || rule.owners.length < 2) return [];
    const own = tenants.filter(({ directory }) => ruleFor(rules, newFile(directory)) !== rule);
    return rule.owners.flatMap((owner) => {
      const owned = own.filter(({ directory }) => isOwner(ownersOf(rules, newFile(directory)), owner));
      if (owned.length === 0 || owned.length === own.length) return [];
      const message = `${owner} owns the directory of tenant ${owned[0]?.tenant} and can also approve changes to the Platform's directory`;
      const fix = 'remove this owner from one of the two lines';
      return [warning(subject, { line: rule.line, path: rule.pattern, message, fix })];
    });
  });
}

function isOwner(owners: readonly string[], owner: string): boolean {
  return owners.some((one) => one.toLowerCase() === owner.toLowerCase());
}
