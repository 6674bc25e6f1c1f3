import { posix } from 'node:path';
import { approvalsFolder } from '../analysis/guard/guard.ts';
import { isSourceName } from '../io/source-rules.ts';
import type { ActionRun } from './action-run.ts';

/** The approvals directory, next to the tenants directory. */
export function approvalsPath(path: string): string {
  return posix.join(posix.dirname(path), approvalsFolder);
}

/** The files in the approvals directory of the checkout that leasehold ignores because of their names. */
export function unreadApprovals({ inputs: { path }, ports: { files } }: ActionRun): readonly string[] {
  const folder = approvalsPath(path);
  const isFile = (name: string) => files.kindOf(posix.join(folder, name)) === 'file';
  return files.namesIn(folder).filter((name) => !isSourceName(name) && isFile(name));
}
