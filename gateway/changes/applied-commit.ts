import type { Client } from '../../cluster/client.ts';
import { listAt, textAt } from '../../data/tree.ts';

export interface ApplicationName {
  readonly namespace?: string;
  readonly application: string;
}

/**
 * Returns a function that reads the commit to which an Application is Synced. It returns undefined if the Application
 * is not Synced or cannot be read, or if its revision is not a full commit SHA.
 */
export function appliedCommitOf(client: Client, { namespace = 'argocd', application }: ApplicationName) {
  const path = `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/applications/${application}`;
  return async (): Promise<string | undefined> => {
    const response = await client.get(path);
    if (!response.ok || textAt(response.body, 'status', 'sync', 'status') !== 'Synced') return undefined;
    const { body } = response;
    const [first] = listAt(body, 'status', 'sync', 'revisions');
    const revision = textAt(body, 'status', 'sync', 'revision') || String(first ?? '');
    return /^[0-9a-f]{40}$/.test(revision) ? revision : undefined;
  };
}
