const key = 'leasehold-console-node-filters';

/** The filters of nodes that the user saved in this browser. */
export function readFilters(): readonly string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Saves the filters. If storage is disabled, they apply until the page is closed. */
export function storeFilters(filters: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(filters));
  } catch {
    // The filters remain in memory.
  }
}
