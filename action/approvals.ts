import { posix } from 'node:path';
import { approvalsFolder } from '../analysis/guard/guard.ts';
import { isSourceName } from '../io/source-rules.ts';
import type { ActionRun } from './action-run.ts';

/** The directory of approvals, next to the directory of the tenants. */
export function approvalsPath(path: string): string {
  return posix.join(posix.dirname(path), approvalsFolder);
}

/** The files in the checkout's directory of approvals that are not read because of their names. */
export function unreadApprovals({ inputs: { path }, ports: { files } }: ActionRun): readonly string[] {
  return files.namesIn(approvalsPath(path)).filter((name) => !isSourceName(name));
}
