import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inputNames, type KindCase, kindCases } from '../test/kind-cases.ts';
import { type KubeObject, readManifestFile, readManifests } from './manifests.ts';

/** A folder of kinds/<system>/<kind>/cases, named after its claim. */
export interface Case {
  readonly kind: string;
  readonly title: string;
  /** The documents of in*.yaml with an apiVersion, a kind and a name. */
  readonly inputs: readonly KubeObject[];
  /** The rendered objects; empty if there is an error. */
  readonly outputs: readonly KubeObject[];
  /** Code of the first problem; undefined if there is none. */
  readonly problem: string | undefined;
}

export function readCases(): readonly Case[] {
  return kindCases().map(readCase);
}

function readCase({ kind, name, folder }: KindCase): Case {
  const inputs = [...inputNames(folder)].sort();
  return {
    kind,
    title: name.replaceAll('-', ' '),
    inputs: inputs.flatMap((file) => readManifestFile(resolve(folder, file))),
    outputs: readManifests(readIfThere(resolve(folder, 'out.yaml'))),
    problem: /(?:^|\s)(?:error|warning) ([a-z-]+)/.exec(readIfThere(resolve(folder, 'problems.txt')))?.[1],
  };
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
