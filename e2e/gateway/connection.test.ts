import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { violationsOf } from '../console/browser.ts';
import { serveGateway } from './gateway-of-people.ts';

const form = `#/edit?file=${encodeURIComponent('tenants/mto-tenant-pay.yaml')}&view=form`;
const lost = 'The gateway does not respond. Your edits are kept';

suite('a console without its gateway', (test) => {
  const served = serveGateway();

  test('reports that the gateway does not respond, keeps the edit, and recovers automatically', async () => {
    const { enter, breakWith } = await served;
    const { page, open } = await enter('owner');
    await open(form);
    for (const status of [502, 503]) {
      breakWith(status);
      await page.getByLabel('quota').fill(`small${status}`);
      await page.getByRole('alert').filter({ hasText: lost }).waitFor();
      assert.equal(await violationsOf(page), []);
      breakWith(undefined);
      await page.getByText(lost).waitFor({ state: 'detached' });
      assert.is(await page.getByLabel('quota').inputValue(), `small${status}`);
    }
    await page.context().close();
  });

  test('reports that it cannot start, and shows the page as soon as it can', async () => {
    const { enter, breakWith, url } = await served;
    const { page } = await enter('owner');
    await page.route('**/api/v1/session', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.goto(`${url}#/tenants/pay`);
    await page.getByText(lost).waitFor();
    await page.getByText('This page cannot be shown').waitFor();
    await page.unroute('**/api/v1/session');
    await page.getByRole('heading', { name: 'pay', level: 1 }).waitFor();
    breakWith(undefined);
    await page.context().close();
  });

  test('shows a page that failed while the machine was offline, as soon as it is online', async () => {
    const { enter } = await served;
    const { page, open } = await enter('owner');
    await open('#/tenants');
    await page.context().setOffline(true);
    await page.getByText(lost).waitFor();
    await page.getByRole('link', { name: 'pay', exact: true }).click();
    await page.getByText('This page cannot be shown').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'pay', level: 1 }).waitFor();
    await page.getByText(lost).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('reports that the session has ended, and continues with the edit after a new sign-in', async () => {
    const { enter, gateway } = await served;
    const { page, open } = await enter('owner');
    await open(form);
    await page.getByLabel('quota').fill('smaller');
    await page.getByText('This version does not render').waitFor();
    await gateway.sessions.removeAll('owner', undefined);
    await page.getByLabel('quota').fill('small-2');
    await page.getByText('Your session has ended.').first().waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).waitFor();
    const again = await enter('owner');
    await page.context().addCookies(await again.page.context().cookies());
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByLabel('quota').waitFor();
    assert.is(await page.getByLabel('quota').inputValue(), 'small-2');
    await page.context().close();
    await again.page.context().close();
  });

  test('signs out, and confirms it', async () => {
    const { enter, url } = await served;
    const { page, open } = await enter('owner');
    await open('#/tenants');
    await page.getByRole('button', { name: 'Signed in as' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    assert.equal(await violationsOf(page), []);
    assert.is((await page.request.get(`${url}api/v1/session`)).status(), 401);
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByText('sign in').waitFor();
    await (await served).close();
  });
});
