import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { hostileShapes } from '../hostile/shapes.ts';
import { renderedCharacters, type Work, workCounter } from '../hostile/work.ts';
import { runs, tried } from '../runs.ts';

/** The maximum factor of the cost if the size doubles. */
const most = 2.3;
/**
 * The same for processor time, which also contains functions of V8 such as Object.keys that count as one step. Larger,
 * because time depends on the machine.
 */
const maxTime = 4;
/** The fixed cost of a render, which hides growth in shapes that cost almost nothing. */
const base = { steps: 5_000, characters: 2000, time: 100 };
/** The time of a measurement depends on the load of the machine, and the first one compiles functions. */
const attempts = 3;
/**
 * The largest shapes take a minute with the counter. Smaller ones show the same growth, because counts do not depend on
 * speed.
 */
const isLong = runs(1) >= 30;

suite('law: the cost of a render is linear in the size of its input', (test) => {
  const workOf = workCounter(renderedCharacters);

  test('more than 80 shapes exist', () => assert.ok(hostileShapes.length > 80, `${hostileShapes.length}`));

  for (const { name, size, files } of tried(hostileShapes, 6))
    test(name, () => {
      const start = isLong ? size : Math.ceil(size / 8);
      const measured: string[] = [];
      const isLinearNow = () => {
        const [once, twice] = [workOf(files(start)), workOf(files(2 * start))];
        measured.push(textOf(once, twice));
        return isLinear(once, twice, 'steps') && isLinear(once, twice, 'characters') && isLinear(once, twice, 'time');
      };
      assert.ok(Array.from({ length: attempts }).some(isLinearNow), measured.join('\n'));
    });
});

function isLinear(once: Work, twice: Work, unit: keyof Work): boolean {
  return twice[unit] <= (unit === 'time' ? maxTime : most) * (once[unit] + base[unit]);
}

function textOf(once: Work, twice: Work): string {
  return `${JSON.stringify(once)}, of twice the size ${JSON.stringify(twice)}`;
}
