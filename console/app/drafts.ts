const prefix = 'leasehold-console-draft ';
const basePrefix = 'leasehold-console-base ';

/** The edited text of a file, kept until the tab is closed; undefined if it was not edited, or storage is disabled. */
export function draftOf(path: string): string | undefined {
  try {
    return sessionStorage.getItem(prefix + path) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores an edited text. Returns false if storage is full or disabled; then only the page has the text. */
export function setDraft(path: string, text: string | undefined): boolean {
  if (text === undefined) setBase(path, undefined);
  try {
    if (text === undefined) sessionStorage.removeItem(prefix + path);
    else sessionStorage.setItem(prefix + path, text);
    return true;
  } catch {
    return false;
  }
}

/** The bases of edits, for browsers without storage. */
const bases = new Map<string, string>();

/** The commit on which an edit is based. It stays the same when the page reloads at a newer commit. */
export function baseOf(path: string): string | undefined {
  try {
    return sessionStorage.getItem(basePrefix + path) ?? bases.get(path);
  } catch {
    return bases.get(path);
  }
}

/** Sets the commit on which an edit is based. Without a commit, forgets the previous one. */
export function setBase(path: string, sha: string | undefined): void {
  if (sha === undefined) bases.delete(path);
  else bases.set(path, sha);
  try {
    if (sha === undefined) sessionStorage.removeItem(basePrefix + path);
    else sessionStorage.setItem(basePrefix + path, sha);
  } catch {
    // The commit remains in memory.
  }
}
