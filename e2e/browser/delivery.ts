import { formatProblem } from '../../core/problem/format.ts';
import { type Rendering, render, type SourceFile } from '../../leasehold.ts';
import { jsonPrinter } from '../../yaml/json-lines.ts';

/** Everything that the programs produce for one repository, as text. The same code runs in Node and in a browser. */
export interface Delivery extends Pick<Rendering, 'ok' | 'files' | 'inventory'> {
  /** One object on each line. */
  readonly lines: string;
  readonly problems: readonly string[];
}

export function deliver(sources: readonly SourceFile[]): Delivery {
  const { ok, objects, files, inventory, problems } = render(sources);
  const print = jsonPrinter();
  const lines = objects.map(({ text }) => print(text)).join('');
  return { ok, files, inventory, lines, problems: problems.map(formatProblem) };
}
