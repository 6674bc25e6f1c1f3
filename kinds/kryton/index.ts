import { defineKind } from '../../core/kind.ts';
import { claims } from './claims.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';
import { status } from './status.ts';

export const kryton = defineKind({ id: 'kryton', references: [], claims, resolve, render, status });
