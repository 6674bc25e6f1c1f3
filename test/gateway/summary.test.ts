import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { summaryFile } from '../../gateway/world/summary.ts';
import { openViews } from '../../gateway/world/views.ts';
import { suite } from '../harness.ts';
import { gatewayFixture } from './fixture.ts';
import { people, personNames } from './people.ts';

const folder = mkdtempSync(join(tmpdir(), 'leasehold-summary-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const file = join(folder, 'state', 'summary');
const { repository, commit } = gatewayFixture();

/** The data that lists and permissions use. */
function seen() {
  const { rows, members } = openViews(repository, summaryFile(file)).head();
  const access = rows().map(({ name }) => members.accessOf(name));
  return { rows: rows(), access, groups: personNames.map((name) => members.groupsOf(people[name].user)) };
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const stored = () => JSON.parse(readFileSync(file, 'utf8'));

suite('the summary of a commit', (test) => {
  test('has the same data as a render', () => {
    const rendered = plain(seen());
    assert.ok(rendered.rows.length > 0 && rendered.groups.flat().length > 0);
    assert.equal(plain(seen()), rendered);
  });

  test('is read instead of a render', () => {
    const { rows, ...rest } = stored();
    writeFileSync(file, JSON.stringify({ ...rest, rows: rows.slice(0, 1) }));
    assert.is(seen().rows.length, 1);
  });

  test('is used only for its commit and version', () => {
    const all = plain(seen().rows).length;
    assert.is(all, 1);
    for (const [field, value] of Object.entries({ sha: 'f'.repeat(40), version: '0.0.0' })) {
      writeFileSync(file, JSON.stringify({ ...stored(), rows: [], [field]: value }));
      assert.ok(seen().rows.length > 1, field);
    }
    writeFileSync(file, '{"rows": [');
    assert.ok(seen().rows.length > 1);
    const tenant = 'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata:\n  name: new\n';
    commit(
      'tenants/new.yaml',
      `${tenant}spec:\n  quota: small\n  accessControl:\n    owners:\n      users: [ada@corp.io]\n`,
    );
    assert.ok(seen().rows.some(({ name }) => name === 'new'));
  });
});
