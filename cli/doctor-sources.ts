import { join } from 'node:path';
import { textAt } from '../data/tree.ts';
import { type Answer, type Ask, answerIn, denied } from '../doctor/github/answers.ts';
import type { Files, GitHubAccess } from './ports.ts';

/** A reader without access, which reports why. */
export function unavailable(why: string): Ask {
  return async () => ({ ok: false, why });
}

/** The name of the file with the response for a path: `branches.main.protection.json`. */
export function exportFile(path: string): string {
  return `${path === '' ? 'repository' : path.replaceAll('/', '.')}.json`;
}

/** Reads responses from files that `gh api` wrote. */
export function askExport(directory: string, files: Files): Ask {
  return async (path) => {
    const file = join(directory, exportFile(path));
    const text = files.readText(file);
    if (text !== undefined) return answerIn(text);
    const command = `gh api repos/{owner}/{repo}${path === '' ? '' : `/${path}`} > ${file}`;
    return { ok: false, why: `${file} is missing; create it with ${command}`, status: 404 };
  };
}

type Read = NonNullable<GitHubAccess['read']>;

/** Reads responses from the API. */
export function askApi(repository: string, read: Read): Ask {
  return async (path): Promise<Answer> => {
    const answer = await read(`repos/${repository}${path === '' ? '' : `/${path}`}`);
    if (answer.status === undefined) return { ok: false, why: `GitHub did not respond: ${answer.message}` };
    if (answer.status < 400) return { ok: true, body: answer.body };
    return denied(answer.status, textAt(answer.body, 'message'));
  };
}

interface Place {
  readonly stated: string | undefined;
  readonly root: string;
  readonly files: Files;
  readonly github: GitHubAccess;
}

/**
 * The name of the repository: from the option, the environment of a workflow, or the remote `origin` if the token is
 * for its host.
 */
export function repositoryName({ stated, root, files, github }: Place): string | undefined {
  if (stated !== undefined) return stated;
  const config = files.readText(join(root, '.git', 'config')) ?? '';
  const origin = /\[remote "origin"\][^[]*?\n\s*url\s*=\s*(\S+)/.exec(config)?.[1] ?? '';
  const [, host, name] =
    /^(?:\w+:\/\/)?(?:[^@/]+@)?([^:/]+)(?::\d+(?=\/))?[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(origin) ?? [];
  return github.repository ?? (host === github.host ? name : undefined);
}
