import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type KubeObject, readManifestFile, readManifests } from './manifests.ts';

/** A folder of kinds/<kind>/cases, named as the sentence that it shows. */
export interface Case {
  readonly kind: string;
  readonly sentence: string;
  /** The documents of in*.yaml that can be sent to an API server at all. */
  readonly inputs: readonly KubeObject[];
  /** What is rendered; empty when something is an error. */
  readonly outputs: readonly KubeObject[];
  /** Code of the first problem; undefined when nothing is wrong. */
  readonly problem: string | undefined;
}

const ourKinds = resolve(import.meta.dirname, '../kinds');

export function readCases(kinds: string = ourKinds): readonly Case[] {
  return readdirSync(kinds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(resolve(kinds, entry.name, 'cases')))
    .flatMap(({ name }) => readdirSync(resolve(kinds, name, 'cases')).map((folder) => readCase(kinds, name, folder)));
}

function readCase(kinds: string, kind: string, name: string): Case {
  const folder = resolve(kinds, kind, 'cases', name);
  const files = readdirSync(folder).sort();
  const inputs = files.filter((file) => /^in.*\.yaml$/.test(file));
  return {
    kind,
    sentence: name.replaceAll('-', ' '),
    inputs: inputs.flatMap((file) => readManifestFile(resolve(folder, file))),
    outputs: readManifests(readIfThere(resolve(folder, 'out.yaml'))),
    problem: /(?:^|\s)(?:error|warning) ([a-z-]+)/.exec(readIfThere(resolve(folder, 'problems.txt')))?.[1],
  };
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
