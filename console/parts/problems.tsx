import type { Problem } from '../../core/problem/problem.ts';
import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { TenantProblem } from '../model/overview.ts';
import { TenantLink } from './labels.tsx';

/** Problems with their position and fix. */
export function ProblemList({ problems }: { readonly problems: readonly (Problem | TenantProblem)[] }) {
  return (
    <ul class="problems">
      {problems.map((problem) => (
        <li key={keyOf(problem)} class={`problem ${problem.severity}`}>
          <ProblemBody problem={problem} />
        </li>
      ))}
    </ul>
  );
}

function keyOf({ at, code, message }: Problem): string {
  return `${at.file}:${at.line}:${at.column} ${code} ${message}`;
}

function ProblemBody({ problem }: { readonly problem: Problem | TenantProblem }) {
  const { at, code, severity, message, fix, choices = [] } = problem;
  const tenants = 'tenants' in problem ? problem.tenants : [];
  return (
    <>
      <p class="problem-head">
        <span class={`chip ${severity === 'error' ? 'bad' : 'warn'}`}>{severity}</span>
        <code>{code}</code>
        {tenants.map((name) => (
          <TenantLink key={name} name={name} />
        ))}
      </p>
      <p class="problem-message">{message}</p>
      {fix !== undefined && (
        <p class="problem-fix">
          <b>{texts.problem.fix}:</b> {fix}
        </p>
      )}
      {choices.length > 0 && (
        <p class="problem-fix">
          <b>{texts.problem.choices}:</b> {choices.slice(0, 20).join(', ')}
        </p>
      )}
      {at.file !== '' && (
        <a class="source" href={link(['edit'], { file: at.file, line: String(at.line) })}>
          {at.file}:{at.line}:{at.column}
          {at.path !== '' && <span class="quiet"> {at.path}</span>}
        </a>
      )}
    </>
  );
}
