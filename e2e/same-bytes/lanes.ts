/**
 * Works through the items in all lanes at once, each item once and in one of them. The first failure is the result's:
 * then no other item is begun, and what has been begun is waited for.
 */
export async function inLanes<Item, Lane>(
  items: readonly Item[],
  lanes: readonly Lane[],
  work: (item: Item, lane: Lane) => Promise<void>,
): Promise<void> {
  const waiting = oneByOne(items);
  const workThrough = async (lane: Lane) => {
    for (const item of waiting) await work(item, lane);
  };
  const outcomes = await Promise.allSettled(lanes.map(workThrough));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** For all lanes together: whichever is free takes the next. Unlike an array's iterator, it ends with a loop that throws. */
function* oneByOne<Item>(items: readonly Item[]): Generator<Item> {
  yield* items;
}
