const prefix = 'leasehold-console-draft ';
const basePrefix = 'leasehold-console-base ';

/** The edited text of a file, kept until the tab is closed; undefined if it was not edited. */
export function draftOf(path: string): string | undefined {
  try {
    return sessionStorage.getItem(prefix + path) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores an edited text. False if storage is full or disabled: then only the page has the text. */
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

/** Bases of edits, for browsers that store nothing. */
const bases = new Map<string, string>();

/** The commit from which an edit began. It stays the same when the page is loaded again at a newer commit. */
export function baseOf(path: string): string | undefined {
  try {
    return sessionStorage.getItem(basePrefix + path) ?? bases.get(path);
  } catch {
    return bases.get(path);
  }
}

/** The edit continues from a commit; without one, from the commit that the page shows next. */
export function setBase(path: string, sha: string | undefined): void {
  if (sha === undefined) bases.delete(path);
  else bases.set(path, sha);
  try {
    if (sha === undefined) sessionStorage.removeItem(basePrefix + path);
    else sessionStorage.setItem(basePrefix + path, sha);
  } catch {
    // The page still has the commit.
  }
}
