import * as assert from 'uvu/assert';
import { limits } from '../../data/limits.ts';
import { listAt, textAt } from '../../data/tree.ts';
import { suite } from '../harness.ts';
import { gatewayFixture, jsonOf } from './fixture.ts';
import { before, edit, file, propose, withMember } from './propose.ts';

const large = before + '#'.repeat(limits.bytes);

suite('a version of a file above the size limit of input files', (test) => {
  test('is not read by blame, which does not know the commits of older lines', async () => {
    const { commit, gateway, ask, repository } = gatewayFixture();
    const first = commit(file, large);
    commit(file, before);
    const newest = commit(file, `${before}# a note\n`);
    await gateway.branch.refresh();
    const response = await jsonOf(await ask('viewer', `/api/v1/tenants/pay/blame?file=${file}`));
    const commits = listAt(response, 'lines').map((line) => textAt(line, 'commit', 'sha'));
    assert.equal([commits.at(-1), ...new Set(commits.slice(0, -1))], [newest, '']);
    assert.equal(repository.textOf(first, file), { isTooLarge: true });
    assert.equal(repository.textOf(newest, file), { text: `${before}# a note\n` });
    assert.is(repository.textOf(newest, 'tenants'), undefined);
  });

  test('is not merged with an edit', async () => {
    const fixture = gatewayFixture();
    const base = fixture.commit(file, large);
    fixture.commit(file, before);
    await fixture.gateway.branch.refresh();
    const response = await propose(fixture, 'admin', edit(withMember), { 'if-match': `"${base}"` });
    assert.is(response.status, 422);
    const message = `${file} has more than ${limits.bytes} bytes in commit ${base}, and such files are not merged`;
    assert.match(textAt(await jsonOf(response), 'detail'), message);
  });
});
