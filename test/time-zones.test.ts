import * as assert from 'uvu/assert';
import { timeZoneError, timeZoneNames } from '../kubernetes/time-zones.ts';
import { suite } from './harness.ts';

suite('the names of time zones', (test) => {
  test('include those of this runtime, which supports each of them', () => {
    const names = timeZoneNames();
    assert.is(names.size, 597);
    for (const name of ['UTC', 'Etc/GMT+12', 'America/Argentina/Ushuaia', ...Intl.supportedValuesOf('timeZone')])
      assert.ok(names.has(name), name);
    for (const timeZone of names) new Intl.DateTimeFormat('en', { timeZone });
  });

  test('are exact, and an error suggests the nearest one', () => {
    assert.is(timeZoneError('Europe/Berlin'), undefined);
    for (const [text, near] of [
      ['europe/berlin', 'Europe/Berlin'],
      ['Europe/Berln', 'Europe/Berlin'],
      ['America/NewYork', 'America/New_York'],
    ])
      assert.equal(timeZoneError(text ?? ''), {
        message: `"${text}" is not a time zone`,
        fix: `did you mean ${near}?`,
      });
    for (const text of ['', ' UTC', 'UTC ', 'Local', 'Factory', 'Mars/Olympus', '../UTC', '/UTC', 'constructor'])
      assert.match(timeZoneError(text)?.fix ?? '', /^(?:did you mean (?:UTC|UCT|WET)\?|use a name)/, text);
  });
});
