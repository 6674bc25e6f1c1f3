import type { Finished } from '../../io/kubectl.ts';
import { run } from '../../kubectl/run.ts';

/**
 * The responses of a cluster to kubectl calls, by prefix of the call. A string is the stderr of a failed call; any
 * other value is printed as JSON.
 */
export type Answers = Readonly<Record<string, unknown>>;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Every call of kubectl, one on each line. */
  readonly calls: readonly string[];
}

/** Runs the plugin with a kubectl that has these responses and denies everything else. */
export function runWith(answers: Answers, ...argv: readonly string[]): Ran {
  const out = { stdout: '', stderr: '' };
  const calls: string[] = [];
  const code = run(argv, {
    stdout: (text) => {
      out.stdout += text;
    },
    stderr: (text) => {
      out.stderr += text;
    },
    kubectl: (args) => {
      const call = args.join(' ');
      calls.push(call);
      return finished(call, answers);
    },
  });
  return { code, ...out, calls };
}

function finished(call: string, answers: Answers): Finished {
  const [, answer] = Object.entries(answers).find(([start]) => `${call} `.startsWith(`${start} `)) ?? [];
  if (answer === undefined) return { ok: false, stdout: '', stderr: `Error from server (Forbidden): not ${call}\n` };
  if (typeof answer !== 'string') return { ok: true, stdout: JSON.stringify(answer), stderr: '' };
  return { ok: false, stdout: '', stderr: answer };
}

export const kim = { status: { userInfo: { username: 'kim@corp.io', groups: ['devs', 'system:authenticated'] } } };

/** The permissions of a member, as leasehold renders them. */
export const ownRights = {
  status: {
    resourceRules: [
      { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['selfsubjectrulesreviews'] },
      { verbs: ['get'], apiGroups: ['tenantoperator.stakater.com'], resources: ['tenants'], resourceNames: ['pay'] },
      { verbs: ['get'], apiGroups: ['storage.k8s.io'], resources: ['storageclasses'], resourceNames: ['slow', 'fast'] },
    ],
  },
};

export function tenant(name: string, spec: object = {}, status: object = {}): object {
  return { apiVersion: 'tenantoperator.stakater.com/v1beta3', kind: 'Tenant', metadata: { name }, spec, status };
}

export function namespace(name: string, owner: string): object {
  return { kind: 'Namespace', metadata: { name, labels: { 'stakater.com/tenant': owner } } };
}
