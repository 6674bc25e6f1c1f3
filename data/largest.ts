/**
 * The largest of the numbers and `least`. Lists can be long, and Math.max throws if it gets more than about 100,000
 * arguments.
 */
export function largest(numbers: Iterable<number>, least = 0): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}
