/**
 * Processes the items in all lanes concurrently, each item once and in one lane. If an item fails, no other item starts. The
 * result is then rejected with a failure, after the items in progress finish.
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

/**
 * Shared by all lanes: the next free lane takes the next item. An array's iterator would not end in all loops if one
 * throws.
 */
function* oneByOne<Item>(items: readonly Item[]): Generator<Item> {
  yield* items;
}
