import { basename } from 'node:path';
import { platformTenant } from '../core/kind/tenant.ts';
import { digest } from '../data/sha256.ts';
import { type DeploymentPart, deploymentParts, type Scope } from '../leasehold.ts';
import type { ParameterValues } from './parameters.ts';
import { failure, type Result, success } from './plugin-error.ts';
import { readTenantSelector, type TenantSelector } from './selector.ts';

/** The tenants that one Application renders: the scope of the render, and a selector or part of its result. */
export interface Selection {
  readonly scope: Scope;
  readonly selector?: TenantSelector;
  readonly part?: DeploymentPart;
}

const tenantPattern = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const maxShards = 1000;

export function readSelection(values: ParameterValues): Result<Selection> {
  const selection = readScope(values);
  if (!selection.ok || values.part === undefined) return selection;
  const part = deploymentParts.find((one) => one === values.part);
  if (!part) return failure(`the parameter part is ${values.part}; it must be one of ${deploymentParts.join(', ')}`);
  if (values.tenant === undefined) return failure('the parameter part requires the parameter tenant; set tenant');
  if (values.tenant === platformTenant)
    return failure(
      `the parameter tenant is ${platformTenant}, whose objects have no parts; remove the parameter \`part\``,
    );
  if (values.previous !== undefined)
    return failure('the parameters part and previous are mutually exclusive; remove one of them');
  return success({ ...selection.value, part });
}

function readScope({ tenant, directory, selector, shard }: ParameterValues): Result<Selection> {
  if (directory !== undefined && tenant === undefined)
    return failure('the parameter directory requires the parameter tenant; set tenant');
  if (directory !== undefined && basename(directory) !== tenant)
    return failure(
      `the parameter directory is ${directory}; it must be the directory of the tenant in the parameter tenant, such as ../acme for acme`,
    );
  if (tenant !== undefined) {
    if (selector !== undefined || shard !== undefined)
      return failure(
        'the parameter tenant cannot be combined with selector or shard; remove tenant, or remove selector and shard',
      );
    if (!tenantPattern.test(tenant))
      return failure(`the parameter tenant is ${tenant}; it must be the name of a tenant`);
    return success({ scope: { tenant, alone: directory !== undefined } });
  }
  const inShard = shard === undefined ? success<Scope>({}) : readShard(shard);
  if (!inShard.ok) return inShard;
  if (selector === undefined) return success({ scope: inShard.value });
  const labels = readTenantSelector(selector);
  return labels.ok ? success({ scope: inShard.value, selector: labels.value }) : labels;
}

/** `2/3` is the second of three shards. */
function readShard(text: string): Result<Scope> {
  const found = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
  const [index, count] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  if (index < 1 || index > count || count > maxShards)
    return failure(
      `the parameter shard is ${text}; it must be i/n, such as 1/3, with i from 1 to n and n up to ${maxShards}`,
    );
  return success({ includes: (tenant) => shardOf(tenant, count) === index });
}

/** The shard of a tenant, from 1. Depends only on the name and the number of shards, so that other tenants never move it. */
export function shardOf(tenant: string, count: number): number {
  const firstWord = Number.parseInt(digest(tenant).slice(0, 8), 16);
  return (firstWord % count) + 1;
}
