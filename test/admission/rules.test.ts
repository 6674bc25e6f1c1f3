import * as assert from 'uvu/assert';
import { isExempt, violationsOf } from '../../admission/evaluate.ts';
import { suite } from '../harness.ts';
import { requestOf } from './fixture-request.ts';
import { type Fixture, fixtureFiles } from './fixtures.ts';
import { accountsOf, rules } from './rules.ts';

const files = fixtureFiles();

suite('the admission rules', (test) => {
  for (const file of files)
    for (const fixture of file.fixtures)
      test(`${fixture.rule}: ${fixture.name}`, () => {
        const rule = rules.find(({ id }) => id === fixture.rule);
        assert.ok(rule);
        const request = requestOf(file, fixture);
        const found = isExempt(accountsOf(rule), request) ? [] : violationsOf([rule], request);
        assert.is(found.length, fixture.rejected === undefined ? 0 : 1, JSON.stringify(found));
        for (const { message } of found) assertNames(message, fixture);
      });

  test('reject a fixture with each clause of each rule', () => {
    const messages = files.flatMap((file) =>
      file.fixtures.flatMap((fixture) => violationsOf(rules, requestOf(file, fixture)).map(({ message }) => message)),
    );
    const unused = rules.flatMap(({ id, clauses }) =>
      clauses
        .filter(({ message }) => !messages.some((one) => one.startsWith(`${id}: ${message}: `)))
        .map(({ message }) => `${id}: ${message}`),
    );
    assert.equal(unused, []);
  });

  test('each allow a fixture and reject a fixture', () => {
    for (const { id } of rules) {
      const own = files.find((file) => file.rule === id)?.fixtures ?? [];
      assert.ok(
        own.some(({ rejected }) => rejected === undefined),
        id,
      );
      assert.ok(
        own.some(({ rejected }) => rejected !== undefined),
        id,
      );
    }
  });
});

function assertNames(message: string, { rejected = '', unordered }: Fixture): void {
  const values = message.slice(message.lastIndexOf(': ') + 2);
  const sorted = (text: string) => (unordered ? text.split(', ').sort().join(', ') : text);
  assert.ok(unordered || message.endsWith(`: ${rejected}`), `${message} / ${rejected}`);
  assert.is(sorted(values), sorted(unordered ? rejected : values));
}
