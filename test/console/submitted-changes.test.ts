import * as assert from 'uvu/assert';
import { changeStates, type Session, type SubmittedChange } from '../../console/data/gateway.ts';
import { mayWithdraw, proposedTitle, rolesOf, stepsOf, withChange } from '../../console/model/submitted-changes.ts';
import { suite } from '../harness.ts';

const change: SubmittedChange = {
  ...{ id: 'one', title: 'Add a member', description: '', user: 'olga@corp.io', createdAt: '2026-06-01T09:00:00Z' },
  ...{ commit: 'a'.repeat(40), files: ['tenants/pay.yaml'], tenants: ['pay'], needsPlatform: false, state: 'open' },
};
const session: Session = {
  ...{
    user: 'olga@corp.io',
    name: 'Olga',
    groups: [],
    platformRoles: [],
    everywhere: [],
    forge: 'gitea',
    costs: 'recorded',
  },
  head: 'a'.repeat(40),
  tenants: [
    { name: 'lab', role: 'viewer' },
    { name: 'pay', role: 'owner' },
  ],
};

suite('a submitted change', (test) => {
  test('has one current step in every state', () => {
    for (const state of changeStates) {
      const current = stepsOf({ state }).filter(({ sort }) => sort === 'current');
      assert.equal(
        current.map((step) => step.state),
        [state],
      );
    }
    assert.equal(
      stepsOf({ state: 'merged' }).map(({ sort }) => sort),
      ['done', 'done', 'current', 'next'],
    );
    assert.is(stepsOf({ state: 'closed' }).length, 1);
  });

  test('replaces its earlier version in the list, or comes first if it is new', () => {
    const other = { ...change, id: 'two' };
    const merged = { ...change, state: 'merged' } as const;
    assert.equal(withChange([other, change], merged), [other, merged]);
    assert.equal(withChange([change], other), [other, change]);
  });

  test('can be withdrawn by its author and by administrators until it is merged or closed', () => {
    const admin = { ...session, user: 'alex@corp.io', platformRoles: ['admin'] };
    const reader = { ...session, user: 'vic@corp.io' };
    assert.equal(
      [session, admin, reader].map((one) => mayWithdraw(change, one)),
      [true, true, false],
    );
    for (const state of ['merged', 'applied', 'closed'] as const)
      assert.not.ok(mayWithdraw({ ...change, state }, session), state);
  });

  test('has a title that describes what happens to the file', () => {
    assert.is(proposedTitle('tenants/pay.yaml', 'a', 'b'), 'Change pay.yaml');
    assert.is(proposedTitle('tenants/pay.yaml', 'a', undefined), 'Add pay.yaml');
    assert.is(proposedTitle('tenants/pay.yaml', undefined, 'b'), 'Delete pay.yaml');
    assert.is(proposedTitle(`tenants/${'x'.repeat(300)}`, 'a', 'b').length, 120);
  });
});

suite('the roles of a person', (test) => {
  test('are those of the platform and those for tenants', () => {
    assert.equal(rolesOf({ ...session, platformRoles: ['finance'] }), ['finance', 'viewer of lab', 'owner of pay']);
  });
});
