import { defineKind } from '../../../core/kind/kind.ts';
import { delegation } from './delegation.ts';
import { render } from './render.ts';
import { resolve } from './resolve/resolve.ts';
import { status } from './status.ts';
import { uniqueClaims } from './unique-claims.ts';

export const kryton = defineKind({
  id: 'kryton',
  claims: uniqueClaims,
  tenant: () => ({}),
  delegation,
  resolve,
  render,
  status,
  liveStatus: ({ version }) => ({
    fields: { observedVersion: version },
    conditions: ['Ready'],
    counter: 'helmRevision',
  }),
});
