import type { Finished } from '../io/kubectl.ts';

/** Everything that the plugin can access: two streams, and the kubectl on the PATH. */
export interface Ports {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly kubectl: (args: readonly string[], stdin?: string) => Finished;
}
