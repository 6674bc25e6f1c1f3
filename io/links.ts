import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isHidden } from './source-rules.ts';

/** Whether a relative link points to a regular file in the root, without another link or a hidden folder on the way. */
export function leadsToFile(link: string, root: string): boolean {
  try {
    const target = resolve(realpathSync(join(link, '..')), readlinkSync(link));
    const isDirect = !isAbsolute(readlinkSync(link)) && realpathSync(link) === target;
    if (!isDirect || isOutside(root, target)) return false;
    return !relative(root, dirname(target)).split(sep).some(isHidden) && lstatSync(target).isFile();
  } catch {
    return false;
  }
}

/** True for a link to a target outside of the root, and for a broken link. */
export function leavesRoot(root: string, file: string): boolean {
  try {
    return isOutside(root, realpathSync(file));
  } catch {
    return true;
  }
}

function isOutside(root: string, path: string): boolean {
  const steps = relative(root, path);
  return steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps);
}
