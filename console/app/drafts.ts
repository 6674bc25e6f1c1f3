const prefix = 'leasehold-console-draft ';

/** The edited text of a file, kept until the tab is closed; undefined if it was not edited. */
export function draftOf(path: string): string | undefined {
  try {
    return sessionStorage.getItem(prefix + path) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores an edited text. If storage is full or disabled, only the page keeps the text. */
export function setDraft(path: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(prefix + path);
    else sessionStorage.setItem(prefix + path, text);
  } catch {
    // The page still has the text.
  }
}
