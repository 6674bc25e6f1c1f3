import { type Profiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { formatProblem } from '../../core/problem/format.ts';
import { render, type SourceFile } from '../../leasehold.ts';

/** The work of a function, in units that do not depend on the machine or its load, and the time that it took. */
export interface Work {
  /** How often V8 entered a function or a block of a function. */
  readonly steps: number;
  /** Characters of problems and output. */
  readonly characters: number;
  /** Processor time in milliseconds. */
  readonly time: number;
}

/**
 * Counts the work of a function that returns the number of characters of its result. Starting the counter is slow, so a file of
 * tests uses only one.
 */
export function workCounter<T>(charactersOf: (input: T) => number): (input: T) => Work {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return (input) => {
    stepsOf(session);
    // Optimized code does not count every step.
    setFlagsFromString('--no-opt');
    const before = process.cpuUsage();
    const characters = charactersOf(input);
    const { user, system } = process.cpuUsage(before);
    setFlagsFromString('--opt');
    return { steps: stepsOf(session), characters, time: (user + system) / 1000 };
  };
}

/** Formats all problems and prints all output of a render, as programs do. */
export function renderedCharacters(files: readonly SourceFile[]): number {
  const rendering = render(files);
  const problems = rendering.problems.reduce((sum, problem) => sum + formatProblem(problem).length, 0);
  return problems + rendering.files.reduce((sum, { text }) => sum + text.length, 0);
}

function stepsOf(session: Session): number {
  let steps = 0;
  session.post('Profiler.takePreciseCoverage', (error, { result }: Profiler.TakePreciseCoverageReturnType) => {
    if (error) throw error;
    for (const { functions } of result)
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  });
  return steps;
}
