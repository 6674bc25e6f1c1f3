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
  /**
   * Calls `onEvent` for stored events after the id and for each new event that the user may see. Returns a function that
   * unsubscribes.
   */
  readonly follow: (user: string, after: number | undefined, onEvent: (event: Event) => void) => () => void;
  /** The number of current subscriptions of a user. */
  readonly followersOf: (user: string) => number;
}

/** The number of stored events for clients that reconnect. */
const kept = 200;

interface Follower {
  readonly user: string;
  readonly onEvent: (event: Event) => void;
}

export function openEvents(): Events {
  const followers = new Set<Follower>();
  const recent: Event[] = [];
  let last = 0;
  const offer = (event: Event, { user, onEvent }: Follower) => {
    if (event.user === undefined || event.user === user) onEvent(event);
  };
  return {
    send: (event) => {
      last += 1;
      const sent = { ...event, id: last };
      recent.push(sent);
      if (recent.length > kept) recent.shift();
      for (const follower of followers) offer(sent, follower);
    },
    follow: (user, after, onEvent) => {
      const follower = { user, onEvent };
      if (after !== undefined) for (const event of recent.filter(({ id }) => id > after)) offer(event, follower);
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    followersOf: (user) => [...followers].filter((one) => one.user === user).length,
  };
}
