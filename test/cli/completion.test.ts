import * as assert from 'uvu/assert';
import { commands } from '../../cli/commands.ts';
import { suite } from '../harness.ts';
import { runOn } from './fake-ports.ts';
import { inSandbox, spawn } from './sandbox.ts';

/** Calls the function of the script as bash does after Tab, and prints its replies. */
const complete = `source ./leasehold.bash
COMP_WORDS=("$@")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_leasehold
printf '%s\\n' "\${COMPREPLY[@]}"`;

/** The typed words, and the words that bash suggests. */
const offers: readonly (readonly [typed: readonly string[], offered: readonly string[]])[] = [
  [['re'], ['render']],
  [
    ['render', '--ou'],
    ['--out', '--output'],
  ],
  [
    ['render', '-o', ''],
    ['yaml', 'json', 'name', 'text', 'sarif'],
  ],
  [
    ['diff', '--fail-on', 'cl'],
    ['cloud-identity', 'cluster-scoped'],
  ],
  [['get', 'name'], ['namespaces']],
  [['new', 'kryt'], ['kryton']],
  [['explain', './ten'], ['./tenants.txt']],
  [['console', './ten'], ['./tenants.txt']],
  [['help', 'ven'], ['vendor']],
];

suite('completion', (test) => {
  test('in bash suggests commands, options, choices, kinds and files', async () => {
    const { stdout: script } = await runOn({}, 'completion', 'bash');
    await inSandbox(({ root, write }) => {
      write('leasehold.bash', script);
      write('tenants.txt', '');
      for (const [typed, offered] of offers) {
        const { stdout, stderr } = spawn('bash', ['-c', complete, 'bash', 'leasehold', ...typed], root);
        assert.equal(stdout.trim().split('\n'), offered, `${typed.join(' ')}: ${stderr}`);
      }
    });
  });

  for (const shell of ['bash', 'zsh', 'fish']) {
    test(`in ${shell} contains every option of every command`, async () => {
      const { stdout } = await runOn({}, 'completion', shell);
      const lines = stdout.split('\n');
      for (const { name, options } of commands) {
        const own = lines.filter((line) => line.includes(name)).join('\n');
        for (const option of options) assert.ok(own.includes(option.name), `${name} --${option.name}`);
      }
    });
  }
});
