import { sampleText } from '../console/sample.ts';
import type { Fixture } from './fixture.ts';
import type { PersonName } from './people.ts';

export const file = 'tenants/mto-tenant-pay.yaml';
export const before = sampleText(file);
export const addMember = {
  intent: 'add-member',
  tenant: 'pay',
  role: 'viewer',
  kind: 'group',
  name: 'pay-audit',
} as const;
export const withMember = before.replace('        - auditors\n', '        - auditors\n        - pay-audit\n');

/** Submits a change that is based on the newest commit. */
export function propose(
  { ask, gateway }: Fixture,
  name: PersonName,
  body: object,
  headers: Readonly<Record<string, string>> = {},
) {
  const base = { 'if-match': `"${gateway.branch.head().sha}"` };
  return ask(name, '/api/v1/changes', {
    method: 'POST',
    body: { title: 'Add a member', ...body },
    headers: { ...base, ...headers },
  });
}

export const edit = (text: string) => ({ files: [{ path: file, text }] });
