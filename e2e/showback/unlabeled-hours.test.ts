import * as assert from 'uvu/assert';
import type { UsageSource } from '../../showback/source.ts';
import { suite } from '../../test/harness.ts';
import { startPostgres } from '../postgres.ts';
import { newLedger, steadyHour } from './ledger.ts';

suite('in the cost database,', (test) => {
  test('an hour without tenant labels is not stored, and is stored once there are labels', async () => {
    const ledger = newLedger(await startPostgres(), 'unlabeled');
    const lines: string[] = [];
    const source: UsageSource = { readHour: async (hour) => ({ ...steadyHour(hour), isUnlabeled: true }) };
    const log = (line: string) => void lines.push(line);
    assert.equal(await ledger.run('2026-06-01T12:30:00Z', { source, log }), { stored: 0, empty: 5 });
    assert.match(lines[0] ?? '', /^2026-06-01T07:00:00Z no namespace has the label leasehold.dev\/tenant/);
    assert.equal(await ledger.run('2026-06-01T12:40:00Z'), { stored: 5, empty: 0 });
  });
});
