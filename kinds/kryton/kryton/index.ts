import { defineKind } from '../../../core/kind/kind.ts';
import { delegation } from './delegation.ts';
import { render } from './render.ts';
import { resolve } from './resolve/resolve.ts';
import { status } from './status.ts';
import { uniqueClaims } from './unique-claims.ts';

/** Values that can contain passwords. */
const secretValues = [
  ['env', 'secret'],
  ['global', 'postgresql', 'auth'],
  ['postgresql', 'auth'],
  ['postgresql', 'global', 'postgresql', 'auth'],
];

export const kryton = defineKind({
  id: 'kryton',
  claims: uniqueClaims,
  tenant: () => ({}),
  delegation,
  resolve,
  render,
  status,
  liveStatus: ({ version }) => ({
    hidden: secretValues.map((path) => ['values', ...path]),
    fields: { observedVersion: version },
    conditions: ['Ready'],
    counter: 'helmRevision',
  }),
});
