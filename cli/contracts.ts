import { parseAllDocuments } from 'yaml';
import type { KindId } from '../build/contracts.ts';
import { documents } from '../build/documents.ts';
import { schemas } from '../build/schemas.ts';
import { currentKind } from '../leasehold.ts';
import { jsonText } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { install, installableSystems, installTargets } from './install/install.ts';
import { readKind } from './kind-names.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

/** Prints the JSON schema of a kind. */
export function schema(args: Arguments, ports: Ports): ExitCode {
  const kind = readKind(args.words[0] ?? '');
  if (!kind.ok) return usageError(ports, kind.message, 'leasehold schema --help');
  ports.stdout(jsonText(JSON.parse(schemas[kind.id])));
  return exitCodes.success;
}

/** Prints the CustomResourceDefinition of a kind, or of all kinds. */
export function crds(args: Arguments, ports: Ports): ExitCode {
  const word = args.words[0];
  const kind = word === undefined ? undefined : readKind(word);
  if (kind && !kind.ok) return usageError(ports, kind.message, 'leasehold crds --help');
  const wanted = kind ? [documents[kind.id]] : Object.values(documents);
  const texts = wanted.map(({ crd }) => crd).filter((crd) => crd !== '');
  if (kind && texts.length === 0) return usageError(ports, withoutCrd(word ?? '', kind.id), 'leasehold crds --help');
  return printYaml(texts.join('---\n'), args, ports);
}

function withoutCrd(word: string, id: KindId): string {
  const current = currentKind(id);
  return current === id
    ? `${word} has no CustomResourceDefinition, because Kubernetes defines it`
    : `${word} is an earlier version of ${current}, without its own CustomResourceDefinition; run leasehold crds ${current}`;
}

/** Prints YAML documents unchanged, or each as a line of JSON. */
function printYaml(text: string, args: Arguments, ports: Ports): ExitCode {
  const lines = () => parseAllDocuments(text).map((document) => jsonText(document.toJS(), 0));
  ports.stdout(args.text('output') === 'json' ? lines().join('') : text);
  return exitCodes.success;
}

/** Prints what a cluster needs before you apply resources of a system to it. */
export function installation(args: Arguments, ports: Ports): ExitCode {
  const word = args.words[0] ?? '';
  const system = installableSystems.find((one) => one === word);
  const target = installTargets.find((one) => one === args.text('for')) ?? 'operator';
  if (!system)
    return usageError(
      ports,
      `unknown system ${word}; the systems are ${installableSystems.join(', ')}`,
      'leasehold install --help',
    );
  return printYaml(install(system, target), args, ports);
}
