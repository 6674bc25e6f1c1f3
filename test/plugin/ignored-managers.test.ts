import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { violationsOf } from '../../admission/evaluate.ts';
import { fieldManagers } from '../../admission/rules/field-managers.ts';
import type { Tree } from '../../data/tree.ts';
import { suite } from '../harness.ts';

interface Settings {
  readonly data: Readonly<Record<string, string>>;
}

suite('the installation of Argo CD', (test) => {
  test('ignores only field managers that an admission rule limits to what the jobs for hibernation write', () => {
    const { data } = parse(readFileSync('plugin/install/argocd-cm.yaml', 'utf8'), { merge: true }) as Settings;
    const [, kept = ''] = /^kept=(.+)$/m.exec(readFileSync('kinds/mto/hibernation/hibernate.sh', 'utf8')) ?? [];
    const own = { 'f:metadata': { 'f:annotations': { [`f:${kept}`]: {} } }, 'f:spec': { 'f:replicas': {} } };
    const ignored = Object.entries(data).flatMap(([key, value]) => {
      const [, group = '', kind = ''] = /\.ignoreDifferences\.(.+)_(.+)$/.exec(key) ?? [];
      const { managedFieldsManagers: managers = [] } = parse(value) as { managedFieldsManagers?: readonly string[] };
      return group === '' ? [] : managers.map((manager) => ({ group, kind, manager }));
    });
    assert.is(ignored.length, 2);
    for (const one of ignored) assert.equal([own, { 'f:spec': { 'f:template': {} } }].map(violations(one)), [0, 1]);
  });
});

interface Ignored {
  readonly group: string;
  readonly kind: string;
  readonly manager: string;
}

/** The number of violations of a new object whose fields belong to the manager. */
function violations({ group, kind, manager }: Ignored): (fieldsV1: Tree) => number {
  return (fieldsV1) => {
    const object = { kind, metadata: { managedFields: [{ manager, fieldsV1 }] } };
    const place = { operation: 'CREATE', group, resource: `${kind.toLowerCase()}s`, namespaceObject: {} } as const;
    const request = { ...place, object, oldObject: undefined, user: { username: 'kim', groups: [] } };
    return violationsOf([fieldManagers], request).length;
  };
}
