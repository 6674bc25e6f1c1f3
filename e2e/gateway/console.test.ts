import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { type Visited, violationsOf } from '../console/browser.ts';
import { serveGateway } from './gateway-of-people.ts';
import { withConsole } from './served-console.ts';

const pay = 'tenants/mto-tenant-pay.yaml';
const form = `#/edit?file=${encodeURIComponent(pay)}&view=form`;

/** Adds a user to the editors in the form, and opens the dialog of the proposal. */
async function addUser(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add users' }).first().click();
  await page.getByLabel('users 2').fill(name);
  await page.getByText('access widened').first().waitFor();
  await openProposal(page);
}

async function openProposal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Propose change' }).click();
  await page.getByText('You can propose this change.').waitFor();
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
}

/** Waits until the page of a change shows a state as the current one. */
async function inState(page: Page, state: string): Promise<void> {
  await page.locator('[aria-current="step"]', { hasText: state }).waitFor();
}

/** The console as an owner of the tenant pay sees it. */
async function withMember(use: (visited: Visited) => Promise<void>): Promise<void> {
  const served = await serveGateway();
  try {
    await use(await served.enter('owner'));
  } finally {
    await served.close();
  }
}

suite('the console with a gateway', (test) => {
  test('proposes an edit of the form, and follows it until it is merged', () =>
    withConsole(async ({ page, open, complaints, git }) => {
      await page.getByRole('button', { name: 'Signed in as' }).click();
      await page.getByText('admin', { exact: true }).waitFor();
      assert.equal(await violationsOf(page), []);
      await page.keyboard.press('Escape');
      await open(form);
      await addUser(page, 'eve@corp.io');
      assert.equal(await violationsOf(page), []);
      await page.getByLabel('Title').fill('Add Eve');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Add Eve', level: 1 }).waitFor();
      await inState(page, 'open');
      assert.equal(await violationsOf(page), []);
      const command = (await page.getByText('git merge leasehold/').textContent()) ?? '';
      const [branch = ''] = /leasehold\/\w+/.exec(command) ?? [];
      assert.is(git('log', '-1', '--format=%s', branch), 'Add Eve');
      git('merge', '--quiet', '--no-ff', '-m', 'Merge', branch);
      await inState(page, 'merged');
      await page.getByText('The branch has a newer commit than this page.').waitFor();
      assert.match(git('show', `main:${pay}`), '- eve@corp.io');
      await open('#/changes');
      await page.getByRole('row', { name: /Add Eve.*merged/ }).waitFor();
      assert.equal(await violationsOf(page), []);
      assert.equal(complaints, []);
    }));

  test('merges an edit with that of someone else, without losing either', () =>
    withConsole(async ({ page, open, complaints, root, git }) => {
      await open(form);
      await page.getByRole('button', { name: 'Add users' }).first().waitFor();
      const text = readFileSync(join(root, pay), 'utf8');
      writeFileSync(join(root, pay), text.replace('backup: daily', 'backup: hourly'));
      git('commit', '--quiet', '-a', '-m', 'Back up hourly');
      await page.getByText('The branch has a newer commit than this page.').waitFor();
      await addUser(page, 'eve@corp.io');
      await submit(page);
      await page.getByText('The changes do not conflict.').waitFor();
      assert.equal(await violationsOf(page), []);
      await page.getByRole('button', { name: 'Continue with the merged text' }).click();
      await page.getByText('The branch has a newer commit than this page.').waitFor({ state: 'detached' });
      await page.getByText('access widened').first().waitFor();
      await openProposal(page);
      await submit(page);
      await inState(page, 'open');
      const [branch = ''] = git('branch', '--list', 'leasehold/*', '--format=%(refname:short)').split('\n');
      const proposed = git('show', `${branch}:${pay}`);
      assert.match(proposed, '- eve@corp.io');
      assert.match(proposed, 'backup: hourly');
      assert.equal(
        complaints.filter((one) => !one.includes('status of 412')),
        [],
      );
    }));

  test('shows three versions of lines that two people changed, and requires a decision', () =>
    withConsole(async ({ page, open, root, git }) => {
      await open(form);
      await page.getByRole('button', { name: 'Add users' }).first().waitFor();
      const user = '        - kim@corp.io\n';
      const text = readFileSync(join(root, pay), 'utf8');
      writeFileSync(join(root, pay), text.replace(user, `${user}        - ada@corp.io\n`));
      git('commit', '--quiet', '-a', '-m', 'Add Ada');
      await page.getByText('The branch has a newer commit than this page.').waitFor();
      await addUser(page, 'eve@corp.io');
      await submit(page);
      await page.getByText('Both versions change the same lines.').waitFor();
      for (const [version, count] of [
        ['Before', 0],
        ['Theirs', 0],
        ['Yours', 1],
      ] as const)
        assert.is(await page.getByLabel(version, { exact: true }).getByText('eve@corp.io').count(), count, version);
      assert.equal(await violationsOf(page), []);
      const proceed = page.getByRole('button', { name: 'Continue with the merged text' });
      assert.ok(await proceed.isDisabled());
      const merged = page.getByLabel('Merged text');
      await merged.fill((await merged.inputValue()).replace(/^(?:<<<<<<<|=======|>>>>>>>|\|\|\|\|\|\|\|).*\n/gm, ''));
      await page.getByText('The merged text has no conflict markers.').waitFor();
      await proceed.click();
      await openProposal(page);
      await submit(page);
      await inState(page, 'open');
      const proposed = git('show', `${git('branch', '--list', 'leasehold/*', '--format=%(refname)')}:${pay}`);
      for (const name of ['kim', 'ada', 'eve']) assert.is(proposed.split(`- ${name}@corp.io`).length, 2, name);
    }));

  test('keeps an edit of a commit that a force-push removed, and continues on the newest commit', () =>
    withConsole(async ({ page, open, git }) => {
      await open(form);
      await page.getByRole('button', { name: 'Add users' }).first().waitFor();
      git('commit', '--quiet', '--amend', '-m', 'another history');
      await page.getByText('The branch has a newer commit than this page.').waitFor();
      await addUser(page, 'eve@corp.io');
      await submit(page);
      await page.getByText('The branch no longer contains the commit that you edited.').waitFor();
      assert.is(git('branch', '--list', 'leasehold/*'), '');
      await page.getByRole('button', { name: 'Reload and continue on the newest commit' }).click();
      await page.getByRole('button', { name: 'Propose change' }).waitFor();
      assert.is(await page.getByLabel('users 2').inputValue(), 'eve@corp.io');
      await openProposal(page);
      await submit(page);
      await inState(page, 'open');
    }));

  test('keeps the edit while the gateway does not respond', () =>
    withConsole(async ({ page, open, git }) => {
      await open(form);
      await addUser(page, 'eve@corp.io');
      await page.route('**/api/v1/changes', (route) => route.abort());
      await submit(page);
      await page.getByText('The gateway does not respond. Nothing was submitted').waitFor();
      assert.is(git('branch', '--list', 'leasehold/*'), '');
      await page.unroute('**/api/v1/changes');
      await page.reload();
      assert.is(await page.getByLabel('users 2').inputValue(), 'eve@corp.io');
      await openProposal(page);
      await submit(page);
      await inState(page, 'open');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await inState(page, 'closed');
      assert.is(git('branch', '--list', 'leasehold/*'), '');
    }));

  test('shows members their own tenants, and which changes their role allows them to propose', () =>
    withMember(async ({ page, open, complaints }) => {
      await open('#/tenants');
      await page.getByText('1 tenant', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Signed in as' }).click();
      await page.getByText('owner of pay').waitFor();
      await page.keyboard.press('Escape');
      for (const place of ['#/', '#/tenants/pay', '#/namespaces', '#/access', '#/quotas', '#/hibernation', '#/files']) {
        await open(place);
        assert.equal(await violationsOf(page), [], place);
        assert.is(await page.getByText('This page cannot be shown').count(), 0, place);
      }
      await open(form);
      await page.getByLabel('quota').fill('large');
      await page.getByText('This version does not render').waitFor();
      await page.getByRole('button', { name: 'Discard' }).click();
      await addUser(page, 'eve@corp.io');
      await submit(page);
      await inState(page, 'open');
      await open(form);
      await page.getByLabel('groups 1').first().fill('system:authenticated');
      await page.getByText('access widened').first().waitFor();
      await page.getByRole('button', { name: 'Propose change' }).click();
      await page.getByText('You cannot propose this change.').waitFor();
      assert.ok(await page.getByRole('button', { name: 'Propose', exact: true }).isDisabled());
      assert.equal(complaints, []);
    }));
});
