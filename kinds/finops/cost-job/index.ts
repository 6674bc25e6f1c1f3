import { defineKind } from '../../../core/kind/kind.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';
import { status } from './status.ts';

export const costJob = defineKind({
  id: 'finops-cost-job',
  tenancy: 'shared',
  resolve,
  render,
  status,
});
