import { runKubectl } from '../io/kubectl.ts';
import { endOnFailedOutput } from '../io/standard-streams.ts';
import { run } from './run.ts';

endOnFailedOutput('kubectl leasehold');
process.exitCode = run(process.argv.slice(2), {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  kubectl: runKubectl,
});
