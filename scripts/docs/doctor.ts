import { exportFile } from '../../cli/doctor-sources.ts';
import { branchPaths, settingPaths } from '../../doctor/github/answers.ts';
import { mistakes } from '../../test/doctor/github/mistakes.ts';
import { table } from './table.ts';

/** The generated parts of the page of `doctor github`. */
export function gitHubParts(): Readonly<Record<string, string>> {
  const rows = mistakes.map(({ mistake, severity }) => [mistake, severity]);
  return { mistakes: table(['mistake', 'severity'], rows), export: exportCommands() };
}

function exportCommands(): string {
  const paths = ['', ...Object.values(branchPaths('main')), ...Object.values(settingPaths)];
  const commands = paths.map((path) => {
    const address = `repos/{owner}/{repo}${path === '' ? '' : `/${path}`}`;
    return `gh api '${address}' > github-export/${exportFile(path)}`;
  });
  return ['```text', 'mkdir github-export', ...commands, '```'].join('\n');
}
