import { documents } from '../build/documents.ts';
import { schemas } from '../build/schemas.ts';
import type { Arguments } from './arguments.ts';
import { install, systems, targets } from './install/install.ts';
import { readKind } from './kind-names.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageFault } from './usage.ts';

/** Prints the JSON schema of a kind. */
export function schema(given: Arguments, ports: Ports): ExitCode {
  const kind = readKind(given.words[0] ?? '');
  if (!kind.ok) return usageFault(ports, kind.message, 'leasehold schema --help');
  ports.stdout(`${JSON.stringify(JSON.parse(schemas[kind.id]), null, 2)}\n`);
  return exitCodes.fine;
}

/** Prints the CustomResourceDefinition of a kind, or of all. */
export function crds(given: Arguments, ports: Ports): ExitCode {
  const word = given.words[0];
  const kind = word === undefined ? undefined : readKind(word);
  if (kind && !kind.ok) return usageFault(ports, kind.message, 'leasehold crds --help');
  const wanted = kind ? [documents[kind.id]] : Object.values(documents);
  ports.stdout(
    wanted
      .map(({ crd }) => crd)
      .filter((crd) => crd !== '')
      .join('---\n'),
  );
  return exitCodes.fine;
}

/** Prints what a cluster needs before a system's resources are applied to it. */
export function installation(given: Arguments, ports: Ports): ExitCode {
  const word = given.words[0] ?? '';
  const system = systems.find((one) => one === word);
  const target = targets.find((one) => one === given.text('for')) ?? 'operator';
  if (!system)
    return usageFault(ports, `no system ${word}; it may be ${systems.join(', ')}`, 'leasehold install --help');
  ports.stdout(install(system, target));
  return exitCodes.fine;
}
