import { type ObjectId, readId } from '../../kubernetes/object-id.ts';
import { readYaml } from '../../yaml/read-yaml.ts';

/** The identity of the object at a line of a rendered file. Undefined if there is none. */
export function objectAt(text: string, line: number): ObjectId | undefined {
  const lines = text.split('\n');
  const start = lines.lastIndexOf('---', Math.max(line - 1, lines.indexOf('---')));
  const next = lines.indexOf('---', start + 1);
  const reading = readYaml(`${lines.slice(start + 1, next < 0 ? undefined : next).join('\n')}\n`);
  return reading.ok ? readId(reading.bodies[0]) : undefined;
}
