import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary.ts';

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
kind: ClusterTemplateInstance
metadata:
  name: baseline-everywhere
spec:
  template: baseline
  selector:
    matchLabels:
      stakater.com/tenant: pay
`;

/** The sample tenants with a few commits that name pull requests. Their hashes are the same in every picture. */
export function sampleWithHistory(): string {
  const root = join(temporaryFolder('leasehold-pictures-'), 'platform-tenants');
  mkdirSync(root);
  const git = (args: readonly string[], day = '2026-06-08') => {
    const date = `${day}T09:00:00Z`;
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    execFileSync('git', args, { cwd: root, stdio: 'ignore', env });
  };
  const commit = (author: string, subject: string, day: string) => {
    git(['add', '.']);
    const identity = ['-c', `user.name=${author}`, '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    git([...identity, 'commit', '--quiet', '-m', subject], day);
  };
  const quota = join(root, 'tenants/mto-quota-small.yaml');
  git(['init', '--quiet', '--initial-branch=main']);
  git(['config', 'user.name', 'Ada']);
  git(['config', 'user.email', 'ada@corp.io']);
  cpSync('tenants', join(root, 'tenants'), { recursive: true });
  writeFileSync(join(root, 'tenants/templates.yaml'), template);
  const final = readFileSync(quota, 'utf8');
  writeFileSync(quota, final.replace('requests.cpu: "8"', 'requests.cpu: "4"').replace('memory: 16Gi', 'memory: 8Gi'));
  commit('Ada', 'Add the tenants (#1)', '2026-06-02');
  writeFileSync(quota, final.replace('memory: 16Gi', 'memory: 8Gi'));
  commit('Kim', 'Allow eight cores in small tenants (#7)', '2026-06-04');
  writeFileSync(quota, final);
  commit('Eve', 'Double the memory of small tenants (#12)', '2026-06-08');
  return root;
}
