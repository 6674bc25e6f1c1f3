import { readFileSync } from 'node:fs';
import { type Event, readEvent } from './event.ts';

/** The runner and the workflow run, read from environment variables. */
export interface RunnerEnvironment {
  readonly workspace: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly event: Event;
  /** False outside a runner and on runners without job summaries. */
  readonly hasSummary: boolean;
  readonly hasOutputs: boolean;
}

/** Reads the environment variables and the payload of the event. URLs default to github.com. */
export function readRunner(): RunnerEnvironment {
  const { env } = process;
  const payload = env['GITHUB_EVENT_PATH'];
  return {
    workspace: env['GITHUB_WORKSPACE'] || '.',
    apiUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
    graphqlUrl: env['GITHUB_GRAPHQL_URL'] || 'https://api.github.com/graphql',
    event: readEvent(
      { GITHUB_SERVER_URL: 'https://github.com', ...env },
      payload ? JSON.parse(readFileSync(payload, 'utf8')) : {},
    ),
    hasSummary: Boolean(env['GITHUB_STEP_SUMMARY']),
    hasOutputs: Boolean(env['GITHUB_OUTPUT']),
  };
}
