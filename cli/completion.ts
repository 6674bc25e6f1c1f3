import type { Arguments } from './arguments.ts';
import { type CompletionShell, completionShells } from './commands/completion-shells.ts';
import { commands } from './commands.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { type CompletedCommand, completedCommands } from './completion/words.ts';
import { zshScript } from './completion/zsh.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

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
      `unsupported shell ${word}; supported shells are ${completionShells.join(', ')}`,
      'leasehold completion --help',
    );
  ports.stdout(scripts[shell](completedCommands(commands)));
  return exitCodes.success;
}
