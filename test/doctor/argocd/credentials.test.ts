import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { renderGoTemplate } from '../../../gotemplate/render.ts';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { credentials, tenantProject } from './member-objects.ts';
import { complete, settings, withParameters } from './mistake.ts';
import type { ArgoCdObject } from './objects.ts';

const enabled = settings({ 'application.sync.impersonation.enabled': 'true' });

const oneTenant = withParameters({ tenant: 'acme' });

suite('the doctor for Argo CD, for credentials of repositories that members write,', (test) => {
  const host = { url: 'https://git.example.com', password: 'hunter2' };
  const findingsFor = (sourceRepos: readonly string[], ...secrets: readonly ArgoCdObject[]) =>
    finds(...complete(oneTenant, tenantProject({ sourceRepos }), enabled, ...secrets));
  const all = ['https://git.example.com/acme/*'];
  const app = ['https://git.example.com/acme/shop.git'];

  test('reports those that open other repositories', () => {
    const wide = (...urls: readonly string[]) =>
      urls.map((url) => findingsFor(all, credentials('repo-creds', { url, password: 'x' })).length);
    assert.equal(wide('https://git.example.com', 'https://GIT.example.com/', 'https://git.example.com/a'), [1, 1, 1]);
    assert.equal(wide('https://git.example.com/acme', 'https://git.example.com/acme/'), [0, 0]);
    assert.equal(wide('https://other.example.com', 'https://git.example.com/acme/shop'), [0, 0]);
    assert.is(findingsFor(['*'], credentials('repo-creds', host)).length, 1);
    const ssh = credentials('repo-creds', { url: 'ssh://git@git.example.com/', sshPrivateKey: 'x' });
    assert.is(findingsFor(['git@git.example.com:acme/*'], ssh).length, 1);
    assert.equal(findingsFor(all, credentials('repo-creds', { ...host, type: 'helm' })), []);
  });

  test('accepts credentials that Argo CD prefers to them', () => {
    const longer = credentials('repo-creds', { url: 'https://git.example.com/acme', password: 'x' });
    assert.equal(findingsFor(all, credentials('repo-creds', host), longer), []);
    const own = credentials('repository', { url: 'https://git.example.com/acme/shop', project: 'acme', password: 'x' });
    assert.equal(findingsFor(app, credentials('repo-creds', host), own), []);
    assert.is(findingsFor(all, credentials('repo-creds', host), own).length, 1);
    const plain = credentials('repository', { url: 'https://git.example.com/acme/shop', project: 'acme' });
    assert.is(findingsFor(app, credentials('repo-creds', host), plain).length, 1);
  });

  test('warns about those without a project, unless the project has its own', () => {
    const shared = { url: 'https://git.example.com/acme/shop', password: 'x' };
    const found = findingsFor(app, credentials('repository', shared));
    assert.match(found.join('\n'), 'warning Secret');
    for (const own of ['acme', 'other'])
      assert.equal(findingsFor(app, credentials('repository', { ...shared, project: own })), []);
    assert.equal(
      findingsFor(app, credentials('repository', shared), credentials('repository', { ...shared, project: 'acme' })),
      [],
    );
    assert.equal(
      findingsFor(app, credentials('repository', { ...shared, url: 'https://git.example.com/beta/shop' })),
      [],
    );
  });

  test('also reports those of members who only read, unless Argo CD does not use kustomize', () => {
    const viewers = tenantProject({ sourceRepos: all }, 'get');
    const found = (...objects: readonly ArgoCdObject[]) =>
      finds(...complete(oneTenant, ...objects, credentials('repo-creds', host)));
    const without = { 'application.sync.impersonation.enabled': 'true', 'kustomize.enable': 'false' };
    assert.match(found(viewers, enabled).join('\n'), 'members of AppProject argocd/acme can read every repository');
    assert.equal(found(viewers, settings(without)), []);
    assert.is(found(tenantProject({ sourceRepos: all }), settings(without)).length, 1);
  });

  test('prints no password in a URL', () => {
    const url = 'https://bot:hunter2@git.example.com';
    const found = findingsFor(
      ['*'],
      credentials('repo-creds', { url }),
      credentials('repository', { url: `${url}/a` }),
    );
    assert.is(found.length, 2);
    assert.not.match(found.join('\n'), 'hunter2');
  });

  test('finds the same in the documented export, which contains no values of credentials', () => {
    const page = readFileSync('docs/doctor-argocd.md', 'utf8');
    const [, template = ''] = /go-template='([^']*)'/.exec(page) ?? [];
    const url = 'https://git.example.com/acme/shop';
    const secrets = [
      credentials('repo-creds', { ...host, type: 'git' }),
      credentials('repository', { url, project: 'acme', password: 'hunter2' }),
    ];
    const result = renderGoTemplate(template, { items: secrets });
    const exported = result.ok ? result.text : '';
    assert.not.match(exported, Buffer.from('hunter2').toString('base64'));
    const text = [...complete(oneTenant, tenantProject(), enabled).map((one) => stringify(one)), exported].join(
      '---\n',
    );
    const { findings } = diagnose([{ path: 'argocd.yaml', text }]);
    assert.equal(
      findings.map(({ path }) => path),
      ['data.url'],
    );
  });
});
