import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { sampleRepository, violationsOf, withSite } from './browser.ts';

const template = `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata:
  name: baseline
parameters:
  - name: CPU
    value: 500m
resources:
  manifests:
    - apiVersion: v1
      kind: ConfigMap
      metadata:
        name: defaults
      data:
        cpu: \${CPU}
---
apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata:
  name: baseline
  namespace: pay-dev
spec:
  template: baseline
  sync: true
`;

/** Every page of the console, with a text that it shows. */
const places = {
  '#/': 'Everything renders',
  '#/tenants': 'example-tenant',
  '#/tenants?q=mto&sort=-objects': '2 of 10 tenants',
  '#/tenants/pay': 'payments-legacy',
  '#/tenants/pay/objects?object=ResourceQuota%20pay-prod%2Fmto-quota': 'requests.cpu',
  '#/tenants/pay/access': 'pay-leads',
  '#/tenants/pay/quota': '16Gi',
  '#/tenants/pay/graph': 'leasehold-hibernation',
  '#/tenants/pay/namespaces': 'cost-center=cc-42',
  '#/tenants/pay/use': '231%',
  '#/tenants/pay/cost': '63.44',
  '#/tenants/pay/history': 'Add all other tenants',
  '#/configuration': 'Quota small',
  '#/edit?new=file&kind=Quota': 'Path',
  '#/tenants/pay/problems': 'No problems',
  '#/tenants/nobody': 'No file defines a tenant nobody',
  '#/access': 'kim@corp.io',
  '#/access?user=ada%40corp.io': 'Member of lab-members',
  '#/quotas': 'Tenants without a quota',
  '#/namespaces?q=prod': 'pay-prod',
  '#/hibernation': 'dev-nights',
  '#/templates': 'baseline',
  '#/cost?by=namespace': 'SAMPLE DATA',
  '#/cluster': 'Open an inventory',
  '#/cluster/volumes': 'Open an inventory',
  '#/edit?file=tenants%2Fmto-tenant-pay.yaml&delete=1': 'This version does not render',
  '#/cost?compare=1&from=2026-06-04&to=2026-06-06&by=label:stakater.com%2Fkind&idle=shared': 'From 2026-06-01',
  '#/what-if?set=%7B%22spec.resourcequota.hard%5B%5C%22requests.cpu%5C%22%5D%22%3A%2216%22%7D': '+181.04',
  '#/simulate': 'Rejected by 1 rule',
  '#/simulate?namespace=kube-system': 'so no rule applies',
  '#/problems': 'No problems',
  '#/files': 'tenants/platform.yaml',
  '#/history': 'Begin with one tenant',
  '#/edit?file=tenants%2Fmto-tenant-pay.yaml&line=12': 'Change the file to see the effect.',
  '#/edit?file=tenants%2Fmto-tenant-pay.yaml&view=form': 'Quota for all namespaces of the tenant together.',
  '#/edit?file=tenants%2Fplatform.yaml&view=form': 'more fields',
  '#/edit?file=tenants%2Fmto-tenant-pay.yaml&view=blame&line=12': 'Add all other tenants',
  '#/edit?file=tenants%2Fmto-tenant-lab.yaml&view=blame': 'Begin with one tenant',
  '#/tenants/pay/objects?object=ResourceQuota%20pay-dev%2Fmto-quota&blame=1': 'Add all other tenants',
  '#/edit?new=tenant': 'Lowercase letters',
  '#/edit?new=file': 'Path',
  '#/nothing': 'Page not found',
} as const;

/** The limit that Core Web Vitals recommends. */
const maxShift = 0.1;

/** Adds up the layout shifts of a page that no input caused. */
const observeShifts = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

suite('pages of the console', (test) => {
  for (const width of [1280, 320])
    test(`have no layout shift while they load, at ${width} pixels`, () =>
      withSite(sampleRepository({ 'tenants/templates.yaml': template }), async ({ visit }) => {
        const { page, open } = await visit({ width });
        await page.addInitScript(observeShifts);
        const found: string[] = [];
        for (const [hash, text] of Object.entries(places)) {
          await page.goto('about:blank');
          await open(hash);
          await page.getByText(text).first().waitFor({ state: 'attached' });
          await page.waitForTimeout(100);
          const shift = Number(await page.evaluate('window.shift'));
          if (shift > maxShift) found.push(`${hash} ${shift.toFixed(3)}`);
        }
        assert.equal(found, []);
      }));

  for (const [colors, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 320],
    ['dark', 320],
  ] as const)
    test(`are accessible, work within their policy and fit the screen, ${colors} at ${width} pixels`, () =>
      withSite(sampleRepository({ 'tenants/templates.yaml': template }), async ({ visit, asked }) => {
        const { page, complaints, open } = await visit({ colors, width });
        const found: string[] = [];
        for (const [hash, text] of Object.entries(places)) {
          await open(hash);
          await page.getByText(text).first().waitFor({ state: 'attached' });
          if (hash.includes('&line=12') && !hash.includes('view=')) await page.locator('.cm-content').waitFor();
          found.push(...(await violationsOf(page)).map((violation) => `${hash} ${violation}`));
          if ((await page.evaluate('document.documentElement.scrollWidth')) !== width)
            found.push(`${hash} is too wide`);
        }
        assert.equal([...found, ...complaints], []);
        assert.ok(asked.includes('/data/snapshot.json'));
        assert.ok(
          asked.every((path) => /^\/(?:assets\/|data\/|icon\.svg$|$)/.test(path)),
          asked.join(' '),
        );
      }));
});
