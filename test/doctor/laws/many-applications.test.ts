import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { needsAtMost } from '../../quickest.ts';
import { atLeast } from '../../runs.ts';
import { withParameters } from '../argocd/mistake.ts';

suite('law: the doctor for Argo CD', (test) => {
  const count = atLeast(1000, 3000);

  test(`compares ${count} Applications within six seconds`, () => {
    const names = Array.from({ length: count }, (_, index) => `t${index}`);
    const files = [
      {
        path: 'a.yaml',
        text: names.map((name) => JSON.stringify(withParameters({ tenant: name }, name))).join('\n---\n'),
      },
    ];
    const again = { path: 'b.yaml', text: stringify(withParameters({ tenant: 't7' }, 'again')) };
    needsAtMost(6000, () => {
      const { findings } = diagnose([...files, again]);
      assert.equal(
        findings.map(({ object }) => object),
        ['Application argocd/again'],
      );
    });
  });
});
