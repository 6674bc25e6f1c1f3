import * as assert from 'uvu/assert';
import { unitPriceOf } from '../../cost/money.ts';
import { withoutCommands } from '../../gateway/changes/forge-commands.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';
import { acme, evil, grant, shared } from './grant-attacks.ts';

/** A quadratic search in so many characters takes minutes. */
const length = 500_000;

suite('law: a long text costs time in proportion to its length', (test) => {
  test('slashes in the folder of a volume', () => {
    const kinds = grant('long', { tenants: ['*'], kinds: ['Kryton.kryton.azrtydxb.io'] });
    const persistence = `{existingClaim: evil-data, subPath: "a${'/'.repeat(length)}a"}`;
    const kryton = evil(
      `apiVersion: kryton.azrtydxb.io/v1alpha1\nkind: Kryton\nmetadata: {name: evil, namespace: evil}\nspec: {version: "4.5.0", plugins: [{name: p, url: "https://x/y", sha256: "${'a'.repeat(64)}"}], values: {persistence: ${persistence}}}\n`,
    );
    needsAtMost(2000, () => {
      const { objects, problems } = render([...shared, kinds, acme, kryton]);
      assert.equal(
        problems.filter(({ severity }) => severity === 'error').map(({ message }) => message.slice(0, 100)),
        [],
      );
      assert.ok(objects.some(({ text }) => text.includes('plugins')));
    });
  });

  for (const [title, text, message] of [
    ['invalid escapes, each of which is a YAML error', `a: "${'\\q'.repeat(length)}"`, 'invalid escape sequence \\q'],
    ['commas, each of which is a YAML error', `a: [${','.repeat(length / 2)}`, 'unexpected , in flow sequence'],
  ] as const)
    test(title, () =>
      needsAtMost(2000, () => {
        const { problems } = render([...shared, acme, evil(text)]);
        const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
        assert.equal(errors, [message]);
      }),
    );

  test('empty lines in the description of a change', () => {
    const text = '\n'.repeat(length);
    needsAtMost(500, () => assert.ok(withoutCommands(text) === text));
    assert.is(withoutCommands('\n \n\t /merge\r\n/approve'), '\n \n\t \\/merge\r\n\\/approve');
  });

  test('zeros in a price', () => {
    needsAtMost(500, () => assert.is(unitPriceOf(`1.${'0'.repeat(length)}1`), undefined));
    assert.is(unitPriceOf(`1.5${'0'.repeat(length)}`), unitPriceOf('1.5'));
  });
});
