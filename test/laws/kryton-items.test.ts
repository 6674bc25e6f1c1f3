import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { grant, kleff, kryton, shared } from './grant-attacks.ts';

const own = kleff('evil', 'free', 'evil').text;

/** The errors of a Kryton in a tenant's directory, with Grants of values of single fields of spec.values. */
function problemsOf(values: object, granted: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const fields = Object.fromEntries(Object.entries(granted).map(([field, list]) => [`spec.values.${field}`, list]));
  const items = grant('items', { tenants: ['evil'], fields: { 'Kryton.kryton.azrtydxb.io': fields } });
  const { path, text } = kryton(values);
  const { problems } = render([...shared, items, { path, text: `${text}\n---\n${own}` }]);
  return problems.filter(isError).map(({ message, fix }) => `${message}; ${fix}`);
}

function missing(field: string, choices = ''): string {
  const place = `spec.fields["Kryton.kryton.azrtydxb.io"]["spec.values.${field}"]`;
  return `spec.values.${field} must be set${choices}; set the field, or add "*" to ${place} of a Grant`;
}

suite('Grants of single fields of an item of a Kryton', (test) => {
  const pool = { 'tolerations.key': ['pool-evil'], 'tolerations.operator': ['Exists'] };
  const effect = { 'tolerations.effect': ['NoSchedule'] };

  test('allow a toleration only with a key and an effect', () => {
    const whole = { key: 'pool-evil', operator: 'Exists', effect: 'NoSchedule' };
    assert.equal(problemsOf({ tolerations: [whole] }, { ...pool, ...effect }), []);
    const noKey = missing('tolerations.key', '; allowed: pool-evil');
    assert.equal(problemsOf({ tolerations: [{ ...whole, key: undefined }] }, { ...pool, ...effect }), [noKey]);
    const noEffect = missing('tolerations.effect', '; allowed: NoSchedule');
    assert.equal(problemsOf({ tolerations: [{ ...whole, effect: undefined }] }, { ...pool, ...effect }), [noEffect]);
    assert.equal(problemsOf({ tolerations: [{ operator: 'Exists' }] }, { ...pool, 'tolerations.effect': ['*'] }), [
      noKey,
    ]);
    assert.equal(problemsOf({ tolerations: [{ operator: 'Exists' }] }, { tolerations: ['*'] }), []);
  });

  test('allow an item only with every field of which they limit the values', () => {
    const at = 'postgresql.primary';
    const granted = {
      [`${at}.extraVolumes.name`]: ['data'],
      [`${at}.extraVolumes.csi.driver`]: ['nfs.csi.k8s.io'],
      [`${at}.extraVolumes.csi.volumeAttributes.share`]: ['/tenants'],
      [`${at}.extraVolumes.csi.volumeAttributes.subDir`]: ['evil'],
      [`${at}.extraVolumes.nfs.path`]: ['/tenants/evil'],
      [`${at}.extraVolumeMounts.name`]: ['data'],
      [`${at}.extraVolumeMounts.mountPath`]: ['/data'],
      [`${at}.extraVolumeMounts.subPath`]: ['*'],
      [`${at}.extraVolumeMounts.readOnly`]: ['true'],
    };
    const problems = (attributes: object, mount: object) => {
      const csi = { driver: 'nfs.csi.k8s.io', volumeAttributes: { share: '/tenants', ...attributes } };
      const extraVolumeMounts = [{ name: 'data', mountPath: '/data', ...mount }];
      const own = { extraVolumes: [{ name: 'data', csi }], extraVolumeMounts };
      return problemsOf({ postgresql: { primary: own } }, granted);
    };
    assert.equal(problems({ subDir: 'evil' }, { readOnly: true }), []);
    const noFolder = missing(`${at}.extraVolumes.csi.volumeAttributes.subDir`, '; allowed: evil');
    assert.equal(problems({}, { readOnly: true }), [noFolder]);
    assert.equal(problems({ subDir: 'evil' }, {}), [missing(`${at}.extraVolumeMounts.readOnly`, '; allowed: true')]);
  });

  test('allow a mount of a shared volume only with a folder', () => {
    const at = 'postgresql.primary';
    const granted = {
      [`${at}.extraVolumes`]: ['*'],
      [`${at}.extraVolumeMounts.name`]: ['data', 'own'],
      [`${at}.extraVolumeMounts.mountPath`]: ['/data'],
      [`${at}.extraVolumeMounts.subPath`]: ['evil'],
    };
    const extraVolumes = [
      { name: 'data', nfs: { server: 'nfs.example.com', path: '/' } },
      { name: 'own', emptyDir: {} },
    ];
    const valuesWith = (mount: object) => ({
      postgresql: { primary: { extraVolumes, extraVolumeMounts: [{ mountPath: '/data', ...mount }] } },
    });
    const noFolder = missing(`${at}.extraVolumeMounts.subPath`, '; allowed: evil');
    assert.equal(problemsOf(valuesWith({ name: 'data' }), granted), [noFolder]);
    assert.equal(problemsOf(valuesWith({ name: 'data', subPath: 'evil' }), granted), []);
    assert.equal(problemsOf(valuesWith({ name: 'own' }), granted), []);
  });
});
