import { defineKind } from '../../core/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: it is what the other kinds' settings come from. */
export const platform = defineKind({
  id: 'platform',
  references: [],
  tenancy: 'platform',
  claims: () => [{ what: 'the place of the one Platform', path: ['metadata', 'name'] }],
  resolve,
  render: () => [],
  status: () => ({}),
});
