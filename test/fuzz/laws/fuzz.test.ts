import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { runs } from '../../runs.ts';
import { fuzz } from '../fuzz.ts';

const inputs = runs(50);

suite('law: no change of a file breaks a stage or a program', (test) => {
  test(`${inputs} changed repositories are rendered or rejected`, async () => {
    for (let seed = 1; seed <= inputs; seed++) assert.equal(await fuzz(seed), undefined, `seed ${seed}`);
  });
});
