import { policyName } from '../admission/policy.ts';
import type { CreateRequest } from '../analysis/simulate/create-requests.ts';
import { mappingAt, type Tree } from '../data/tree.ts';
import { apiVersionOf } from '../kubernetes/api-version.ts';
import { serverFields } from '../kubernetes/server-fields.ts';
import type { ServerAnswer } from '../shell/rejections.ts';
import type { Ports } from './ports.ts';

/** Sends a request to create an object as a dry run, so that the API server stores nothing. */
export function dryRun(request: CreateRequest, connection: readonly string[], { kubectl }: Ports): ServerAnswer {
  const finished = kubectl(
    ['create', '--raw', `${pathOf(request)}?dryRun=All`, '--filename=-', ...connection],
    JSON.stringify(bodyOf(request.object)),
  );
  return answerOf(finished.ok, finished.stderr.trim());
}

function pathOf({ group, version, resource, object }: CreateRequest): string {
  const root = group === '' ? '/api' : '/apis';
  const namespace = String(mappingAt(object, 'metadata')['namespace']);
  return `${root}/${apiVersionOf({ group, version })}/namespaces/${encodeURIComponent(namespace)}/${resource}`;
}

function bodyOf({ status, metadata, ...object }: Tree): Tree {
  const own = Object.entries(mappingAt({ metadata }, 'metadata')).filter(([field]) => !serverFields.includes(field));
  return { ...object, metadata: Object.fromEntries(own) };
}

/** The API server applies policies first, so the error AlreadyExists means that they do not reject the object. */
function answerOf(isCreated: boolean, text: string): ServerAnswer {
  const isOfRule = text.includes(`'${policyName('')}`) || text.includes(`[${policyName('')}`);
  if (isCreated || text.includes('(AlreadyExists)'))
    return isOfRule ? { verdict: 'warns', message: text } : { verdict: 'allows', message: '' };
  return { verdict: isOfRule ? 'rejects' : 'unknown', message: text };
}
