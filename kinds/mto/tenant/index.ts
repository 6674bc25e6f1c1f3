import type { Reference, UniqueClaim } from '../../../core/kind/capabilities.ts';
import { defineKind } from '../../../core/kind/kind.ts';
import type { Path } from '../../../data/tree.ts';
import { scheduleConversion } from './convert.ts';
import { delegation } from './delegation.ts';
import { edits, proposals } from './edits.ts';
import { listedNamespaces } from './listed-namespaces.ts';
import { tenantNamespaces } from './namespaces.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';
import { sandboxesOf } from './sandboxes.ts';
import { status } from './status.ts';
import { tenantSummary } from './summary.ts';

function rosterOf(field: string): Reference {
  return { path: ['spec', 'accessControl', field, 'groups'], to: 'group', optional: true };
}

const quotaReference: Reference = {
  path: ['spec', 'quota'],
  to: 'mto-quota',
  inSamples: { without: [], effect: 'the namespaces of the tenant have a quota of 0 and run no pods' },
};

export const mtoTenant = defineKind({
  id: 'mto-tenant',
  references: [quotaReference, ...['owners', 'editors', 'viewers'].map(rosterOf)],
  needs: ['mto-integration-config'],
  claims: (tenant, world) => [
    ...listedNamespaces(tenant).map(({ name, path }) => namespaceClaim(name, path)),
    ...sandboxesOf(tenant, world).map(({ name, member }) => namespaceClaim(name, member.path)),
  ],
  namespaces: (tenant, world) =>
    world
      .derived(tenantNamespaces)(tenant)
      .filter(({ origin }) => origin !== 'labeled'),
  conversion: scheduleConversion,
  delegation,
  tenant: tenantSummary,
  proposals,
  edits,
  resolve,
  render,
  status,
});

function namespaceClaim(name: string, path: Path): UniqueClaim {
  return { what: `namespace ${name}`, path, ownsNamespace: name };
}
