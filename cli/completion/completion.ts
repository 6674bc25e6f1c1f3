import type { Arguments } from '../arguments.ts';
import { type ExitCode, exitCodes, type Ports } from '../ports.ts';
import { usageError } from '../usage.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type CompletionShell, completionShells } from './shells.ts';
import { type CompletedCommand, completedCommands } from './words.ts';
import { zshScript } from './zsh.ts';

const scripts: Readonly<Record<CompletionShell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Prints the completion script of a shell. */
export function completion(args: Arguments, ports: Ports): ExitCode {
  const word = args.words[0] ?? '';
  const shell = completionShells.find((name) => name === word);
  if (!shell)
    return usageError(
      ports,
      `no completion for ${word}; it may be ${completionShells.join(', ')}`,
      'leasehold completion --help',
    );
  ports.stdout(scripts[shell](completedCommands()));
  return exitCodes.success;
}
