import { exportFile } from '../../cli/doctor-sources.ts';
import { branchPaths, settingPaths } from '../../doctor/github/answers.ts';
import { mistakes as argoCdMistakes } from '../../test/doctor/argocd/mistakes.ts';
import { mistakes as gitHubMistakes } from '../../test/doctor/github/mistakes.ts';
import { table } from './table.ts';

/** The generated parts of the page of `doctor github`. */
export function gitHubParts(): Readonly<Record<string, string>> {
  return { mistakes: mistakeTable(gitHubMistakes), export: exportCommands() };
}

/** The generated part of the page of `doctor argocd`. */
export function argoCdParts(): Readonly<Record<string, string>> {
  return { mistakes: mistakeTable(argoCdMistakes) };
}

interface Row {
  readonly mistake: string;
  readonly severity: string;
}

function mistakeTable(mistakes: readonly Row[]): string {
  const rows = mistakes.map(({ mistake, severity }) => [mistake, severity]);
  return table(['mistake', 'severity'], rows);
}

function exportCommands(): string {
  const paths = ['', ...Object.values(branchPaths('main')), ...Object.values(settingPaths)];
  const commands = paths.map((path) => {
    const address = `repos/{owner}/{repo}${path === '' ? '' : `/${path}`}`;
    return `gh api '${address}' > github-export/${exportFile(path)}`;
  });
  return ['```text', 'mkdir github-export', ...commands, '```'].join('\n');
}
