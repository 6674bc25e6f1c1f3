import * as assert from 'uvu/assert';
import type { ActionRun } from '../../action/action-run.ts';
import { removalRejection } from '../../action/removal.ts';
import { suite } from '../harness.ts';

const approval = { tenants: ['acme'], removal: 'sha256:1' };

/** A run in a checkout whose approvals directory contains a directory and a text file. */
function run(): ActionRun {
  const files = {
    namesIn: () => ['old', 'notes.txt'],
    kindOf: (path: string) => (path.endsWith('old') ? 'directory' : 'file'),
  };
  const parts = { inputs: { path: 'tenants', approvalLabel: '' }, ports: { files, runner: { log: () => {} } } };
  return parts as unknown as ActionRun;
}

function rejection(removed: number, of: number, maxRemoved: number): string {
  return removalRejection(run(), { ok: false, removed, of, approval }, maxRemoved);
}

suite('the message about a removal', (test) => {
  test('omits a percentage that seems to equal the limit', () => {
    assert.match(rejection(14, 21, 20), '14 of 21 objects of acme would be deleted (66%, more than 20%)');
    assert.match(rejection(41, 201, 20), '41 of 201 objects of acme would be deleted (more than 20%)');
    assert.match(rejection(1, 300, 0), 'would be deleted (more than 0%)');
  });

  test('names files in the approvals directory that are ignored because of their extension, but no directories', () => {
    const text = rejection(1, 1, 0);
    assert.match(text, 'notes.txt is not read, because its name does not end in .yaml, .yml or .json');
    assert.not.match(text, 'old is not read');
    assert.not.match(text, 'old,');
  });
});
