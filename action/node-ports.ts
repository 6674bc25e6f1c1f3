import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@actions/core';
import { isLink, isWithin, kindOf, readText } from '../io/files.ts';
import { fetchSources, readRevision, sourcesFingerprint } from '../io/git.ts';
import {
  accessProblem,
  changedFiles,
  changedLines,
  commitMetadata,
  firstParents,
  hasFile,
  headCommit,
  isPartialClone,
  parentsOf,
  rootOf,
} from '../io/git-history.ts';
import { openRemote } from '../io/git-remote.ts';
import { commitWithoutTags } from '../io/git-revision.ts';
import { openOctokit } from '../io/octokit.ts';
import { readCheckout } from '../io/read-checkout.ts';
import { version } from '../shell/version.ts';
import type { RunnerEnvironment } from './environment.ts';
import { openGitHub } from './github-api.ts';
import type { Files, Ports, Runner } from './ports.ts';
import { annotate, logLine } from './workflow-commands.ts';

/** The ports of a GitHub Actions runner. */
export function nodePorts(environment: RunnerEnvironment): Ports {
  const { apiUrl, graphqlUrl, event } = environment;
  const runner = nodeRunner(environment);
  return {
    input: (name) => core.getInput(name),
    event,
    runner,
    files,
    history: {
      problem: accessProblem,
      isPartial: isPartialClone,
      head: headCommit,
      hasFile,
      parentsOf,
      metadata: (commit, gitEnvironment) => commitMetadata(commit, [], gitEnvironment),
      read: readRevision,
      resolve: commitWithoutTags,
      firstParents,
      rootOf,
      fetchSources,
      sourcesFingerprint,
      changedFiles,
      changedLines,
    },
    openRemote: (token) => openRemote({ url: `${event.serverUrl}/${event.repository}`, token }),
    openGitHub: (token) =>
      openGitHub(openOctokit({ apiUrl, token, userAgent: `leasehold/${version}`, warn: runner.log }), {
        graphqlUrl,
        repository: event.repository,
      }),
    now: Date.now,
    // Adds up to 50% jitter so that competing runs do not collide again.
    pause: (milliseconds) => sleep(milliseconds * (1 + Math.random() / 2)),
  };
}

function nodeRunner({ hasSummary, hasOutputs }: RunnerEnvironment): Runner {
  return {
    log: (text) => core.info(logLine(text)),
    annotate,
    summary: async (markdown) => {
      if (hasSummary) await core.summary.addRaw(markdown).write();
    },
    // Without an output file, setOutput prints a workflow command that newer runners reject.
    output: (name, value) => {
      if (hasOutputs) core.setOutput(name, value);
    },
  };
}

/** Paths are relative to the workspace, which is the working directory. */
const files: Files = {
  kindOf,
  readTree: (root) => readCheckout(root),
  namesIn: (directory) => (kindOf(directory) === 'directory' && isWithin(directory, '.') ? readdirSync(directory) : []),
  readText,
  writeText: (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  },
  isInside: (path) => isWithin(path, '.'),
  isWritable: (path) => isWithin(path, '.') && !isLink(path),
};
