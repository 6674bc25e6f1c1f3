import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { formatId, readId } from '../../kubernetes/object-id.ts';
import { hostileObjects, hostileTexts, renderForeign, withNames } from '../../test/foreign-content.ts';
import { suite } from '../../test/harness.ts';
import { applicationIn, applicationObject } from './application.ts';
import { sharedArgoCd } from './argocd.ts';
import { makeRepository } from './repository.ts';

/** The rendered files of hostile Templates, and the IDs of the objects that leasehold checked. */
function outputs() {
  const resources = [
    ...fc.sample(hostileTexts, { numRuns: 600, seed: 2 }).map((gotemplate) => ({ gotemplate })),
    ...fc.sample(hostileObjects, { numRuns: 300, seed: 2 }).map((manifests) => ({ manifests: withNames(manifests) })),
  ];
  const rendered = resources.map((one) => renderForeign(one).objects.filter(({ shape }) => shape === undefined));
  const files = rendered.flatMap((objects, index) =>
    objects.length === 0 ? [] : [[`out/${index}.yaml`, objects.map(({ text }) => `---\n${text}`).join('')] as const],
  );
  return { files: Object.fromEntries(files), checked: new Set(rendered.flat().map(({ id }) => formatId(id))) };
}

suite('Argo CD reads the objects that leasehold checked', (test) => {
  test('for random gotemplates and manifests of Templates', async () => {
    const { files, checked } = outputs();
    assert.ok(Object.keys(files).length > 100, `only ${Object.keys(files).length} files are rendered`);
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const commit = repository.commit(files);
    const application = applicationObject({ name: 'readers', repository, path: 'out' }, argo.server);
    const { source, destination } = application['spec'] as { readonly source: object; readonly destination: object };
    const plain = { ...source, plugin: undefined, targetRevision: 'main' };
    await argo.apply({ ...application, spec: { project: 'leasehold', source: plain, destination } });
    const isRead = ({ sync }: { readonly sync?: { readonly revision?: string } }) => sync?.revision === commit;
    const { resources = [], conditions = [] } = await applicationIn(argo.plane.api, 'readers').until(
      'is compared',
      isRead,
      120,
    );
    assert.equal(
      conditions.filter(({ type }) => type === 'ComparisonError'),
      [],
    );
    const seen = resources.map(({ version, group, kind, namespace, name }) => {
      const apiVersion = group ? `${group}/${version}` : version;
      const id = readId({ apiVersion, kind, metadata: { name, namespace } });
      return id ? formatId(id) : `${kind} ${name}`;
    });
    assert.equal([...new Set(seen)].sort(), [...checked].sort());
    await applicationIn(argo.plane.api, 'readers').remove();
  });
});
