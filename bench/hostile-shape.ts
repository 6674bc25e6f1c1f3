import { hostileShapes } from '../test/hostile/shapes.ts';
import { renderedCharacters } from '../test/hostile/work.ts';

// Renders one hostile shape and then twice as much of it, in a process of its own, because the peak memory of a process only
// grows. Prints the processor time of both in milliseconds, and the memory that each needs in MiB.
const [, , name = ''] = process.argv;
const shape = hostileShapes.find((one) => one.name === name);
if (!shape) throw new Error(`${name} is not a hostile shape`);
// Warms up, so that functions are compiled and the heap has its usual size before the first measurement.
for (let round = 0; round < 3; round++) renderedCharacters(shape.files(Math.ceil(shape.size / 8)));
const idle = peak();
const once = measure(shape.size);
const twice = measure(2 * shape.size);
console.log(JSON.stringify({ once, twice }));

function measure(size: number) {
  const files = shape?.files(size) ?? [];
  const before = process.cpuUsage();
  renderedCharacters(files);
  const { user, system } = process.cpuUsage(before);
  return { time: (user + system) / 1000, memory: peak() - idle };
}

function peak(): number {
  return process.resourceUsage().maxRSS / 1024;
}
