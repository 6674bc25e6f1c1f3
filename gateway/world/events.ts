/** An event, and who may see it. */
export interface Event {
  /** Increases by one with each event. */
  readonly id: number;
  readonly type: 'revision' | 'change';
  /** The author of a change; undefined if everyone may see the event. */
  readonly user: string | undefined;
  readonly data: unknown;
}

export interface Events {
  readonly send: (event: Omit<Event, 'id'>) => void;
  /** Calls `onEvent` for stored events after the id and for each new event. Returns a function that unsubscribes. */
  readonly follow: (after: number | undefined, onEvent: (event: Event) => void) => () => void;
}

/** The number of stored events for clients that reconnect. */
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
