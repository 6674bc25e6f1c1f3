/** Identifiers of tokens that were used, until the tokens expire. */
export interface UsedOnce {
  /** False if the identifier was used before. `until` is in milliseconds since 1970. */
  readonly use: (id: string, until: number) => boolean;
}

/** The maximum number of identifiers. Above it, no more are accepted until some expire. */
const most = 100_000;

export function openUsedOnce(now: () => number): UsedOnce {
  const used = new Map<string, number>();
  return {
    use: (id, until) => {
      if (used.size >= most) for (const [known, end] of used) if (end <= now()) used.delete(known);
      if (used.has(id) || used.size >= most) return false;
      used.set(id, until);
      return true;
    },
  };
}
