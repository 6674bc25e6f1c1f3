import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { complete, installed, plugin } from './mistake.ts';
import { type ArgoCdObject, chunk, config, params, repoClient, responses } from './objects.ts';

/** As in Argo CD's own manifests. */
const fromParameters = {
  name: 'ARGOCD_GRPC_MAX_SIZE_MB',
  valueFrom: { configMapKeyRef: { name: 'argocd-cmd-params-cm', key: 'reposerver.grpc.max.size', optional: true } },
};
const sidecarWith = (...env: readonly object[]) => installed({ env }, { env: [fromParameters, chunk] });
const ofSize = (size: string) => config('argocd-cmd-params-cm', { ...params, 'reposerver.grpc.max.size': size });
const clients = (...env: readonly object[]) => [repoClient('application-controller', env), repoClient('server', env)];

function messages(...objects: readonly ArgoCdObject[]): readonly string[] {
  const text = complete(plugin(), ...objects)
    .map((object) => stringify(object))
    .join('---\n');
  return diagnose([{ path: 'argocd.yaml', text }], []).findings.map(({ message }) => message);
}

suite('the limit for responses', (test) => {
  test('of the repo-server can come from argocd-cmd-params-cm', () => {
    const [message = '', ...others] = messages(sidecarWith(responses('200')), ...clients(responses('200')));
    assert.equal(others, []);
    assert.match(message, 'is 100 MB in argocd-repo-server, but 200 MB in leasehold; the');
    assert.equal(messages(sidecarWith(responses('200')), ofSize('200'), ...clients(responses('200'))), []);
  });

  test('is compared with the application controller and the API server', () => {
    const [message = ''] = messages(sidecarWith(responses('200')), ofSize('200'), ...clients());
    const low = '100 MB in argocd-application-controller and argocd-server';
    assert.match(message, `is ${low}, but 200 MB in argocd-repo-server and leasehold; the lowest limit applies`);
  });

  test('can be higher in the clients', () => {
    assert.equal(messages(sidecarWith(), ...clients(responses('400'))), []);
  });

  test('is unknown if it comes from another ConfigMap', () => {
    const other = { ...fromParameters, valueFrom: { configMapKeyRef: { name: 'other', key: 'size' } } };
    assert.equal(messages(installed({ env: [other] }, { env: [fromParameters, chunk] }), ...clients()), []);
  });
});
