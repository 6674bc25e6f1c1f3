import { defineKind } from '../../../core/kind/kind.ts';
import { claims } from './claims.ts';
import { delegation } from './delegation.ts';
import { render } from './render/render.ts';
import { resolve } from './resolve/resolve.ts';
import { status } from './status.ts';

export const kryton = defineKind({ id: 'kryton', claims, tenant: () => ({}), delegation, resolve, render, status });
