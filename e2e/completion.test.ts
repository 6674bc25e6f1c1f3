import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { runOn } from '../test/cli/fake-ports.ts';
import { suite } from '../test/harness.ts';

/** Types into an interactive zsh, presses Tab, and prints what the terminal shows. */
const typeIntoZsh = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=''; autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' force-list always; source $1; print READY"
while zpty -r shell line; do [[ $line == READY* ]] && break; done
zpty -w -n shell "$2"$'\\t'
while zpty -r -t shell line || [[ -z $seen ]]; do seen+=$line; [[ $seen == *$3* ]] && break; sleep 0.1; done
print -r -- "$seen"
zpty -d shell`;

suite('with the script of leasehold completion,', (test) => {
  test('fish completes commands, options, choices and kinds', async () => {
    await withScript('fish', (script) => {
      assert.equal(offeredByFish(script, 'leasehold rend'), ['render']);
      assert.equal(offeredByFish(script, 'leasehold render --ou'), ['--out', '--output']);
      assert.equal(offeredByFish(script, 'leasehold check -o '), ['json', 'sarif', 'text']);
      assert.equal(offeredByFish(script, 'leasehold new kryt'), ['kryton']);
    });
  });

  test('zsh completes commands, choices and kinds', async () => {
    await withScript('zsh', (script) => {
      assert.match(shownByZsh(script, 'leasehold rend', 'the objects'), /render +-- render the objects of tenants/);
      assert.match(shownByZsh(script, 'leasehold check -o ', 'text'), /json +sarif +text/);
      assert.match(shownByZsh(script, 'leasehold new kryt', 'kryton'), /kryton/);
    });
  });
});

async function withScript(shell: string, use: (script: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-completion-'));
  const script = join(folder, `leasehold.${shell}`);
  try {
    writeFileSync(script, (await runOn({}, 'completion', shell)).stdout);
    use(script);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function offeredByFish(script: string, typed: string): readonly string[] {
  const { stdout } = spawnSync('fish', ['-c', `source ${script}; complete -C '${typed}'`], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => line.split('\t')[0] ?? '');
}

function shownByZsh(script: string, typed: string, until: string): string {
  const argv = ['-f', '-c', typeIntoZsh, 'zsh', script, typed, until];
  return spawnSync('zsh', argv, { encoding: 'utf8', timeout: 30_000 }).stdout;
}
