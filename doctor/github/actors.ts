import { listAt, mappingAt, textAt } from '../../data/tree.ts';
import type { DirectoryOwners } from './directory-owners.ts';

/** Who an actor is for the platform. `everyone` has write access, and `other` is unknown. */
type Sort = 'administrator' | 'app' | 'everyone' | 'platform' | 'tenant' | 'other';

/** A user, team, app or role that a protection or a ruleset names. */
export interface Actor {
  readonly name: string;
  readonly sort: Sort;
  /** True if the actor can bypass a ruleset only in pull requests. */
  readonly isLimited: boolean;
}

/** Everyone with write access can push a workflow to a branch of their own. Its token acts as this app [sources: github-5]. */
const actions = {
  slug: 'github-actions',
  id: 15368,
  name: 'GitHub Actions, which runs the workflows of every branch,',
};

/** The actors in a list of the classic protection: `users`, `teams` and `apps`. */
export function listedActors(list: unknown, owners: DirectoryOwners | undefined): readonly Actor[] {
  const names = (field: string, key: string) => listAt(list, field).map((one) => textAt(one, key).toLowerCase());
  return [
    ...names('users', 'login').map((login) => ownerActor(`user ${login}`, owners, (owner) => owner === `@${login}`)),
    ...names('teams', 'slug').map((slug) => ownerActor(`team ${slug}`, owners, (owner) => owner.endsWith(`/${slug}`))),
    ...names('apps', 'slug').map((slug) =>
      slug === actions.slug ? actor(actions.name, 'everyone') : actor(`app ${slug}`, 'app'),
    ),
  ];
}

function actor(name: string, sort: Sort, isLimited = false): Actor {
  return { name, sort, isLimited };
}

function ownerActor(name: string, owners: DirectoryOwners | undefined, isSame: (owner: string) => boolean): Actor {
  if (owners && [...owners.platform].some(isSame)) return actor(name, 'platform');
  const tenant = [...(owners?.tenants ?? [])].find(([owner]) => isSame(owner))?.[1];
  if (tenant === undefined) return actor(name, 'other');
  return actor(`${name}, an owner of the directory of tenant ${tenant},`, 'tenant');
}

/** The sort of the actors that a ruleset names by type and number [sources: github-6]. */
const numbered: Readonly<Record<string, Sort>> = {
  'RepositoryRole 4': 'everyone',
  'RepositoryRole 5': 'administrator',
  [`Integration ${actions.id}`]: 'everyone',
};
const typed: Readonly<Record<string, Sort>> = {
  DeployKey: 'app',
  Integration: 'app',
  OrganizationAdmin: 'administrator',
};

/** An entry in the list of actors that can bypass a ruleset. */
export function bypassActor(entry: unknown): Actor {
  const type = textAt(entry, 'actor_type');
  const id = `${type} ${String(mappingAt(entry)['actor_id'] ?? '')}`.trim();
  const sort = numbered[id] ?? typed[type] ?? 'other';
  const everyone = type === 'Integration' ? actions.name : 'everyone with write access';
  return actor(sort === 'everyone' ? everyone : id, sort, textAt(entry, 'bypass_mode') === 'pull_request');
}
