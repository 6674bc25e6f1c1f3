import { isAscii } from 'node:buffer';
import { isNoTenants } from '../core/source/no-tenants.ts';
import type { SourceFile } from '../leasehold.ts';
import { isAttributesName, withAttributes } from './git-attributes.ts';

/** Which files are input files. The rules are the same for a directory and a Git revision. */

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The name and type of a directory entry. An entry of any other type, such as a pipe, is a file that cannot be read. */
export interface SourceEntry {
  readonly name: string;
  readonly type: 'file' | 'link' | 'submodule';
}

/** How a reader treats an entry: as an input file, as a file with a problem, or ignored. */
export type Treatment = 'read' | 'ignore' | Unreadable;

type Unreadable = Extract<SourceFile, { readonly unreadable: string }>['unreadable'];

interface Surroundings {
  readonly hasSibling: (name: string) => boolean;
  /** Whether a link points directly to a regular file of the directory that is read. Called only for links. */
  readonly leadsToFile: () => boolean;
}

/**
 * Decides from the name and the type of an entry. Links are never followed: a checkout without symbolic links contains the
 * text of the link instead, and the target of a link may be content that nobody reviewed [sources: git-1]. A link that cannot
 * replace a source file or a directory, such as a README, is ignored.
 */
export function treatmentOf({ name, type }: SourceEntry, { hasSibling, leadsToFile }: Surroundings): Treatment {
  if (isSourceOverride(name)) return 'source-override';
  if (isNoTenants(name) && type === 'file') return 'read';
  if (isAttributesName(name)) return type === 'file' ? 'read' : 'link';
  if (isHidden(name)) return 'ignore';
  if (isInvalidName(name)) return 'name';
  if (type === 'submodule') return 'submodule';
  if (type === 'link') return isSourceName(name) || !leadsToFile() ? 'link' : 'ignore';
  if (isSourceName(name)) return 'read';
  const original = /^.*\.(?:ya?ml|json)(?![a-z0-9])(?=.)/i.exec(name)?.[0];
  return original !== undefined && !hasSibling(original) ? 'other-name' : 'ignore';
}

export function isSourceName(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name);
}

export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** Whether the name is not UTF-8, which a reader decodes with U+FFFD. */
export function isInvalidName(name: string): boolean {
  return name.includes('\ufffd');
}

/** The input files. Empty if all files only have names that are similar to those of input files. */
export function inputFiles(read: readonly SourceFile[]): readonly SourceFile[] {
  const files = withAttributes(read);
  return files.every((file) => 'unreadable' in file && file.unreadable === 'other-name') ? [] : files;
}

/** Whether a path has a step above its last one that is hidden. */
export function isInHiddenFolder(path: string): boolean {
  return /(?:^|\/)(?:\.[^/]*|node_modules)\//.test(path);
}

/** Whether a file below a directory decides what a read of the directory returns. */
export function isInputPath(path: string): boolean {
  if (isInHiddenFolder(path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isSpecial = isAttributesName(name) || isSourceOverride(name) || isNoTenants(name);
  return isSpecial || (!isHidden(name) && isSourceName(name));
}

/**
 * In an Application's directory, this file overrides the source of the Application, even to apply plain manifests
 * [sources: argocd-4]. In a tenant's directory it would bypass every check of leasehold.
 */
function isSourceOverride(name: string): boolean {
  return /^\.argocd-source(?:-.*)?\.yaml$/.test(name);
}

export function decodeSource(path: string, bytes: Buffer): SourceFile {
  const text = decode(bytes);
  return text === undefined || text.includes('\0') ? { path, unreadable: 'binary' } : { path, text };
}

/** Fast path for ASCII, which needs no decoder. */
function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
