import type { AnyKind } from '../core/kind.ts';
import { keyMaterial } from './key-material/index.ts';
import { kleffTenant } from './kleff-tenant/index.ts';
import { kryton } from './kryton/index.ts';
import { org } from './org/index.ts';
import { plan } from './plan/index.ts';
import { platform } from './platform/index.ts';
import { tenantPlane } from './tenant-plane/index.ts';

/** The registry: one line a kind. */
export const kinds: readonly AnyKind[] = [platform, plan, org, tenantPlane, keyMaterial, kleffTenant, kryton];
