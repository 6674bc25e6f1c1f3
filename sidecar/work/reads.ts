import type { Answer } from '../../cluster/answer.ts';
import type { Client } from '../../cluster/client.ts';
import { type Projection, readList } from '../../cluster/list.ts';

/** The requests that read objects and lists again before a write. */
export type Reader = Pick<Client, 'get' | 'list'>;

export interface ReadObserver {
  /** `part` contains the resource type, such as `get persistentvolumes`. */
  readonly read: (part: string, answer: Answer) => void;
}

/** Reports each read, so that a read that succeeds ends the report of an earlier failure. */
export function observedReads(client: Client, { read }: ReadObserver): Reader {
  return {
    get: async (path, selection) => {
      const answer = await client.get(path, selection);
      read(`get ${resourceTypeOf(path)}`, answer);
      return answer;
    },
    list: async (path, onItem, wanted) => {
      const page = await client.list(path, onItem, wanted);
      read(`list ${resourceTypeOf(path)}`, page.ok ? { ok: true, status: 200, body: undefined } : page);
      return page;
    },
  };
}

interface Named {
  /** The path of the list of all namespaces, such as `/apis/apps/v1/statefulsets`. */
  readonly collection: string;
  readonly namespace: string;
  readonly name: string;
}

/** Reads the object with a name as a list of at most one item, because the sidecar can list but not get some resources. */
export function readNamed<T>(reader: Reader, { collection, namespace, name }: Named, part: Projection<T>) {
  const end = collection.lastIndexOf('/');
  const path = `${collection.slice(0, end)}/namespaces/${encodeURIComponent(namespace)}${collection.slice(end)}`;
  return readList(reader, `${path}?fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`, part);
}

/** The resource type in a path of the Kubernetes API, such as `persistentvolumes`. */
function resourceTypeOf(path: string): string {
  return /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:namespaces\/[^/]+\/)?([^/]+)/.exec(path)?.[1] ?? path;
}
