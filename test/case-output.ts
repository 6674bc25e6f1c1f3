import { readFileSync } from 'node:fs';
import { formatProblem } from '../core/problem/format.ts';
import { render } from '../leasehold.ts';
import { inputNames } from './kind-cases.ts';

/** The files next to the input of a case. Undefined: the file must not exist. */
export interface CaseOutput {
  readonly 'out.yaml': string | undefined;
  readonly 'problems.txt': string | undefined;
}

/** Renders the input files of a case. */
export function caseOutput(folder: string): CaseOutput {
  const files = inputNames(folder).map((path) => ({ path, text: readFileSync(`${folder}/${path}`, 'utf8') }));
  const { ok, files: out, problems } = render(files);
  return {
    'out.yaml': ok ? out.map(({ path, text }) => `# ${path}\n${text}`).join('') : undefined,
    'problems.txt': problems.length > 0 ? `${problems.map(formatProblem).join('\n')}\n` : undefined,
  };
}
