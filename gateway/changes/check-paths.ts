import { posix } from 'node:path';
import { isHidden, isSourceName } from '../../io/source-rules.ts';

/**
 * False for paths with backslashes, or with control, format, line separator or paragraph separator characters. File
 * systems ignore some of them, so another name could become `.git`. Others make a path look like a different one to a
 * reviewer.
 */
function isPrintable(path: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(path);
}

/** Why a file cannot be part of a change; undefined if it can. Only input files in the tenants directory can. */
export function pathProblem(path: string, directory: string): string | undefined {
  const steps = path.split('/');
  const isPlain = path === posix.normalize(path) && !steps.includes('') && !steps.includes('..');
  if (!isPlain || !isPrintable(path))
    return `${JSON.stringify(path)} is not a normalized path of printable characters, relative to the root of the repository`;
  if (directory !== '' && !path.startsWith(`${directory}/`)) return `${path} is not below ${directory}/`;
  if (steps.some(isHidden))
    return `${path} is hidden: leasehold does not read node_modules, or files and directories whose names start with a dot`;
  return isSourceName(path) ? undefined : `${path} is not a YAML or JSON file`;
}
