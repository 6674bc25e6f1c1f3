import type { Finished } from '../io/kubectl.ts';

/** Everything that the plugin can access: two streams, and the kubectl that started it. */
export interface Ports {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly kubectl: (args: readonly string[], stdin?: string) => Finished;
}
