import type { Answer } from '../../cluster/answer.ts';
import type { Client } from '../../cluster/client.ts';

/** The requests that read objects and lists again before a write. */
export type Reader = Pick<Client, 'get' | 'list'>;

export interface ReadObserver {
  /** `part` contains the resource type, such as `get persistentvolumes`. */
  readonly read: (part: string, answer: Answer) => void;
}

/** Reports each read, so that a read that succeeds ends the report of an earlier failure. */
export function observedReads(client: Client, { read }: ReadObserver): Reader {
  return {
    get: async (path) => {
      const answer = await client.get(path);
      read(`get ${resourceTypeOf(path)}`, answer);
      return answer;
    },
    list: async (path, onItem) => {
      const page = await client.list(path, onItem);
      read(`list ${resourceTypeOf(path)}`, page.ok ? { ok: true, status: 200, body: undefined } : page);
      return page;
    },
  };
}

/** The resource type in a path of the Kubernetes API, such as `persistentvolumes`. */
function resourceTypeOf(path: string): string {
  return /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:namespaces\/[^/]+\/)?([^/]+)/.exec(path)?.[1] ?? path;
}
