import * as assert from 'uvu/assert';
import type { ActionRun } from '../../action/action-run.ts';
import { readCommittedFile } from '../../action/committed-file.ts';
import { readRejections } from '../../action/existing-objects.ts';
import { remainingVolumes } from '../../action/remaining-volumes.ts';
import { suite } from '../harness.ts';

interface Workspace {
  readonly kind?: 'directory' | 'file' | 'nothing';
  readonly isCommitted?: boolean;
}

function runWith(inventoryFile: string, { kind = 'nothing', isCommitted = false }: Workspace = {}): ActionRun {
  const files = { kindOf: () => kind, isInside: () => true, readText: () => '{}' };
  const parts = { inputs: { inventoryFile }, ports: { files, history: { hasFile: () => isCommitted } } };
  return parts as unknown as ActionRun;
}

function read(path: string, workspace: Workspace = {}): string {
  const found = readCommittedFile(runWith(path, workspace), 'inventory-file');
  return found.ok ? `file ${found.file?.path}` : found.message;
}

const usual = '.leasehold/inventory.json';

suite('a file that an input of the Action names', (test) => {
  test('is not necessary if the input is empty or has its default', () => {
    assert.is(read(''), 'file undefined');
    assert.is(read(usual), 'file undefined');
    assert.is(read(usual, { kind: 'file' }), `file ${usual}`);
  });

  test('must exist if the input has another value, and must not be a directory', () => {
    assert.is(read('inventroy.json'), 'inventroy.json does not exist; correct inventory-file, or set it to ""');
    assert.is(read(usual, { kind: 'directory' }), `${usual} is a directory, but inventory-file must be a file`);
  });

  test('must be in the checkout if the commit has it', () => {
    const message = `the checkout lacks ${usual}, so the report would be incomplete; check out the whole repository`;
    assert.is(read(usual, { isCommitted: true }), message);
    const sides = { before: { objects: [] }, after: { objects: [] } };
    assert.equal(readRejections(runWith(usual, { isCommitted: true }), sides), { ok: false, message });
    assert.equal(remainingVolumes(runWith(usual, { isCommitted: true }), ['acme']), [
      `Could not determine which volumes remain: \`${message}\``,
    ]);
  });
});
