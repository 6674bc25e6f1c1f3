import { basename } from 'node:path';
import { digest } from '../data/sha256.ts';
import type { Scope } from '../leasehold.ts';
import { fine, type Outcome, refuse } from './fault.ts';
import type { Values } from './parameters.ts';
import { type LabelSelector, readSelector } from './selector.ts';

/** Which tenants one Application renders: what the core must know of it, and what is decided by labels afterwards. */
export interface Selection {
  readonly scope: Scope;
  readonly selector?: LabelSelector;
}

const tenantPattern = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const mostShards = 1000;

export function readSelection({ tenant, directory, selector, shard }: Values): Outcome<Selection> {
  if (directory !== undefined && (tenant === undefined || basename(directory) !== tenant))
    return refuse('give tenant and its directory together, such as acme and ../acme');
  if (tenant !== undefined) {
    if (selector !== undefined || shard !== undefined) return refuse('give tenant alone, without selector and shard');
    if (!tenantPattern.test(tenant)) return refuse('make the parameter tenant the name of a tenant');
    return fine({ scope: { tenant, alone: directory !== undefined } });
  }
  const part = shard === undefined ? fine<Scope>({}) : readShard(shard);
  if (!part.ok) return part;
  if (selector === undefined) return fine({ scope: part.value });
  const labels = readSelector(selector);
  return labels.ok ? fine({ scope: part.value, selector: labels.value }) : labels;
}

/** `2/3` is the second of three parts of all tenants. */
function readShard(text: string): Outcome<Scope> {
  const found = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
  const [index, count] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  if (index < 1 || index > count || count > mostShards)
    return refuse(`write the parameter shard as i/n, such as 1/3, with i from 1 to n and n up to ${mostShards}`);
  return fine({ among: (tenant) => shardOf(tenant, count) === index });
}

/** By the tenant's name alone, so that a tenant stays where it is whoever comes and goes. Counts from 1. */
export function shardOf(tenant: string, count: number): number {
  const firstWord = Number.parseInt(digest(tenant).slice(0, 8), 16);
  return (firstWord % count) + 1;
}
