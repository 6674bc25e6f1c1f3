import type { Finished } from '../io/kubectl.ts';

/** All that the plugin may touch: two streams, and the kubectl that started it. */
export interface Ports {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly kubectl: (args: readonly string[], stdin?: string) => Finished;
}
