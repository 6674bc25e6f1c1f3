import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { Change } from '../../analysis/diff/change.ts';
import type { Edit } from '../../console/model/edits.ts';
import { worldOf } from '../../console/model/world.ts';
import { groupBy } from '../../data/group-by.ts';
import { textAt } from '../../data/tree.ts';
import { can, type Target } from '../../gateway/can/can.ts';
import { judge } from '../../gateway/can/judge.ts';
import { type Action, permissions } from '../../gateway/can/permissions.ts';
import { roleOf } from '../../gateway/can/roles.ts';
import { effectOf } from '../../gateway/changes/effect.ts';
import { type View, viewOf } from '../../gateway/world/view.ts';
import { readPlain } from '../../yaml/plain.ts';
import { sampleFiles, sampleText } from '../console/sample.ts';
import { suite } from '../harness.ts';
import { people, personNames, sampleView } from './people.ts';

const root = 'gateway/can/cases';
const cases = readdirSync(root).sort();

/** edit.yaml: the path of a file of the sample, and its new text or a replacement in its text. */
function editOf(folder: string): Edit {
  const edit = readPlain(readFileSync(`${folder}/edit.yaml`, 'utf8'))?.[0];
  const path = textAt(edit, 'path');
  const [from, to, text] = [textAt(edit, 'from'), textAt(edit, 'to'), textAt(edit, 'text')];
  if (from === '') return { path, text: text === '' ? undefined : text };
  const before = sampleText(path);
  assert.ok(before.includes(from), `${path} does not contain ${from}`);
  return { path, text: before.replace(from, () => to) };
}

/** The sample repository, with the files of the case that exist before the edit. */
function viewOfCase(folder: string): View {
  const given = `${folder}/given.yaml`;
  if (!existsSync(given)) return sampleView;
  return viewOf(
    'b'.repeat(40),
    worldOf([...sampleFiles, { path: 'tenants/given.yaml', text: readFileSync(given, 'utf8') }]),
  );
}

function verdictsOf(view: View, edit: Edit): string {
  const verdicts = personNames.map((name) => {
    const { ok, problems, verdict } = effectOf(view, [edit], people[name]);
    assert.ok(ok, JSON.stringify(problems));
    return { name, text: [`${verdict.verdict}\n`, ...verdict.reasons.map((reason) => `  ${reason}\n`)].join('') };
  });
  const groups = groupBy(verdicts, ({ text }) => text);
  return [...groups].map(([text, names]) => `${names.map(({ name }) => name).join(', ')}: ${text}`).join('');
}

suite('in the verdicts on proposals,', (test) => {
  for (const name of cases)
    test(name.replaceAll('-', ' '), () => {
      const file = `${root}/${name}/verdicts.txt`;
      const found = verdictsOf(viewOfCase(`${root}/${name}`), editOf(`${root}/${name}`));
      if (process.env['UPDATE']) writeFileSync(file, found);
      assert.is(found, existsSync(file) ? readFileSync(file, 'utf8') : '');
    });

  test('a label by which files select namespaces needs a decision by the platform', () => {
    for (const name of ['selects-objects-of-the-platform-by-a-label', 'enters-a-network-by-a-label'])
      assert.match(readFileSync(`${root}/${name}/verdicts.txt`, 'utf8'), 'editor, owner: request\n');
  });

  test('a different key of a namespace is allowed, but not a looser policy for another object', () => {
    const fields = [{ path: 'spec.namespaces.metadata.common.labels.squad', class: 'namespace-metadata' }] as const;
    const document = { label: 'Tenant pay', origins: { before: undefined, after: undefined }, tenants: ['pay'] };
    const verdictOf = (group: string, kind: string) => {
      const id = { group, kind, namespace: '', name: 'pay-dev' };
      const change = { id, tenant: 'pay', risk: 'policy-loosened', findings: [] } as unknown as Change;
      const documents = [{ ...document, fields, isTrusted: false }];
      const proposal = { documents, changes: [change], documentOf: () => documents[0], owners: new Map() };
      return judge(people.editor, proposal, sampleView.members).verdict;
    };
    assert.is(verdictOf('', 'Namespace'), 'allowed');
    assert.is(verdictOf('networking.k8s.io', 'NetworkPolicy'), 'denied');
  });

  test('every verdict has a case', () => {
    const all = cases.map((name) => readFileSync(`${root}/${name}/verdicts.txt`, 'utf8')).join('');
    for (const verdict of ['allowed', 'request', 'denied']) assert.match(all, `: ${verdict}\n`);
  });
});

suite('in the permissions of people,', (test) => {
  const actions = Object.keys(permissions) as readonly Action[];
  const allowed = (action: Action, target: Target) =>
    personNames.filter((name) => can(people[name], action, target, sampleView.members));

  test('roles come from the documents and from groups in files', () => {
    const roles = personNames.map((name) => roleOf(people[name], 'pay', sampleView.members));
    assert.equal(roles, [undefined, 'viewer', 'editor', 'owner', undefined, undefined, undefined]);
    assert.is(roleOf(people.neighbor, 'lab', sampleView.members), 'editor');
  });

  test('a role applies only in its tenant', () => {
    for (const action of actions)
      for (const tenant of ['lab', 'example-tenant', 'missing'])
        for (const name of ['viewer', 'editor', 'owner'] as const)
          assert.is(can(people[name], action, { tenant }, sampleView.members), false, `${name} ${action} ${tenant}`);
  });

  test('each action is allowed for exactly the roles in the table', () => {
    assert.equal(allowed('read-tenant', { tenant: 'pay' }), ['viewer', 'editor', 'owner', 'admin']);
    assert.equal(allowed('read-names', { tenant: 'pay' }), ['viewer', 'editor', 'owner', 'finance', 'admin']);
    assert.equal(allowed('read-costs', { tenant: 'pay' }), ['viewer', 'editor', 'owner', 'finance', 'admin']);
    assert.equal(allowed('propose-change', { tenant: 'pay' }), ['editor', 'owner', 'admin']);
    assert.equal(allowed('see-effect', { tenant: 'pay' }), ['viewer', 'editor', 'owner', 'admin']);
    for (const action of ['read-costs', 'read-capacity'] as const)
      assert.equal(allowed(action, 'everything'), ['finance', 'admin'], action);
    for (const action of ['read-platform', 'read-tenant', 'see-effect', 'propose-change'] as const)
      assert.equal(allowed(action, 'everything'), ['admin'], action);
  });
});
