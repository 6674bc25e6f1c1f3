import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { contrastViolationsOf, type Site, sampleRepository, violationsOf, withSite } from './browser.ts';

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

/** Pages of the console, each with a text that it shows. */
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

const widths = [1280, 320] as const;

/** The limit that Core Web Vitals recommends. */
const maxShift = 0.1;

/** Adds up the layout shifts that no user input caused. */
const observeShifts = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** What is wrong with the pages at a width, by kind of defect. */
interface Defects {
  readonly shifts: readonly string[];
  readonly violations: readonly string[];
  readonly tooWide: readonly string[];
  readonly complaints: readonly string[];
}

/** Loads every page in a new document. The colors of the dark scheme are tested on the same document. */
async function defectsAt(width: number, { visit }: Pick<Site, 'visit'>): Promise<Defects> {
  const { page, complaints, open } = await visit({ width });
  await page.addInitScript(observeShifts);
  const [shifts, violations, tooWide]: [string[], string[], string[]] = [[], [], []];
  for (const [hash, text] of Object.entries(places)) {
    await page.goto('about:blank');
    await open(hash);
    await page.getByText(text).first().waitFor({ state: 'attached' });
    if (hash.includes('&line=12') && !hash.includes('view=')) await page.locator('.cm-content').waitFor();
    await page.waitForTimeout(100);
    const shift = Number(await page.evaluate('window.shift'));
    if (shift > maxShift) shifts.push(`${hash} ${shift.toFixed(3)}`);
    if ((await page.evaluate('document.documentElement.scrollWidth')) !== width) tooWide.push(hash);
    violations.push(...(await violationsOf(page)).map((one) => `${hash} light ${one}`));
    await page.emulateMedia({ colorScheme: 'dark' });
    violations.push(...(await contrastViolationsOf(page)).map((one) => `${hash} dark ${one}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  return { shifts, violations, tooWide, complaints };
}

suite('pages of the console', (test) => {
  const defects = new Map<number, Defects>();

  test('request only the files of the export', () =>
    withSite(sampleRepository({ 'tenants/templates.yaml': template }), async (site) => {
      const found = await Promise.all(widths.map((width) => defectsAt(width, site)));
      widths.forEach((width, index) => {
        const one = found[index];
        if (one) defects.set(width, one);
      });
      assert.ok(site.requestedPaths.includes('/data/snapshot.json'));
      assert.ok(
        site.requestedPaths.every((path) => /^\/(?:assets\/|data\/|icon\.svg$|$)/.test(path)),
        site.requestedPaths.join(' '),
      );
    }));

  for (const width of widths) {
    test(`have a layout shift of at most ${maxShift} while they load, at ${width} pixels`, () =>
      assert.equal(defects.get(width)?.shifts, []));
    test(`are accessible, at ${width} pixels`, () => assert.equal(defects.get(width)?.violations, []));
    test(`fit the screen, at ${width} pixels`, () => assert.equal(defects.get(width)?.tooWide, []));
    test(`cause no console errors or policy violations, at ${width} pixels`, () =>
      assert.equal(defects.get(width)?.complaints, []));
  }
});
