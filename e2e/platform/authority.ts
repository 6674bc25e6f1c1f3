import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';

/** A certificate authority for one test. */
export interface Authority {
  /** The ConfigMap that the Platform refers to. */
  readonly configMap: KubeObject;
  /** The key and the certificate of a server on 127.0.0.1. */
  certificate(): { readonly key: string; readonly cert: string };
}

export function newAuthority(name: string): Authority {
  const folder = temporaryFolder('leasehold-authority-');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const create = (file: string, ...args: readonly string[]) => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    const output = ['-keyout', `${file}.key`, '-out', `${file}.pem`, '-subj', `/CN=${file}`];
    execFileSync('openssl', ['req', '-x509', ...key, ...output, ...args], { cwd: folder, stdio: 'ignore' });
  };
  create('ca');
  const data = { 'ca.crt': read('ca.pem') };
  return {
    configMap: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data } as unknown as KubeObject,
    certificate: () => {
      const extensions = ['subjectAltName=IP:127.0.0.1', 'basicConstraints=critical,CA:FALSE'];
      create('server', '-CA', 'ca.pem', '-CAkey', 'ca.key', ...extensions.flatMap((one) => ['-addext', one]));
      return { key: read('server.key'), cert: read('server.pem') };
    },
  };
}
