/** Something that happened, for the people who may know of it. */
export interface Event {
  /** Increases by one with each event. */
  readonly id: number;
  readonly type: 'revision' | 'change';
  /** The author of a change; undefined for everybody. */
  readonly user: string | undefined;
  readonly data: unknown;
}

export interface Events {
  readonly send: (event: Omit<Event, 'id'>) => void;
  /** Calls `onEvent` for each later event, and for kept events after the id. Returns a function that ends that. */
  readonly follow: (after: number | undefined, onEvent: (event: Event) => void) => () => void;
}

/** Events that are kept for clients that connect again. */
const kept = 200;

export function openEvents(): Events {
  const followers = new Set<(event: Event) => void>();
  const recent: Event[] = [];
  let last = 0;
  return {
    send: (event) => {
      last += 1;
      const sent = { ...event, id: last };
      recent.push(sent);
      if (recent.length > kept) recent.shift();
      for (const follower of followers) follower(sent);
    },
    follow: (after, onEvent) => {
      if (after !== undefined) for (const event of recent.filter(({ id }) => id > after)) onEvent(event);
      followers.add(onEvent);
      return () => void followers.delete(onEvent);
    },
  };
}
