import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import type { Answer, Api } from '../api.ts';

/** A request by a tenant that tries to bypass a rule. */
export interface Attack {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly patch?: keyof typeof patchTypes;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** The rules that can reject the request, separated by spaces. Undefined if the API server itself rejects it or ignores the change. */
  readonly rule?: string;
  /** A user and groups other than those of the tenant. */
  readonly as?: readonly [user: string, ...groups: string[]];
}

const patchTypes = {
  apply: 'application/apply-patch+yaml',
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

const file = resolve(import.meta.dirname, 'attacks.yaml');

export const attacks = parse(readFileSync(file, 'utf8')) as readonly Attack[];

const tenant = ['member@corp.io', 'system:authenticated'] as const;

export function attack(api: Api, { as = tenant, method, path, patch, body, query = {} }: Attack): Promise<Answer> {
  const [user, ...groups] = as;
  const manager = patch === 'apply' ? { fieldManager: 'attacker', force: 'true' } : {};
  const contentType = patch === undefined ? {} : { contentType: patchTypes[patch] };
  return api.as(user, ...groups).request(method, path, { body, query: { ...query, ...manager }, ...contentType });
}
