const prefix = 'leasehold-console-draft ';

/** The edited text of a file, kept until the tab is closed; undefined without an edit. */
export function draftOf(path: string): string | undefined {
  try {
    return sessionStorage.getItem(prefix + path) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an edited text. Storage can be full or switched off: the text is then kept by the page alone. */
export function setDraft(path: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(prefix + path);
    else sessionStorage.setItem(prefix + path, text);
  } catch {
    // The page still has the text.
  }
}
