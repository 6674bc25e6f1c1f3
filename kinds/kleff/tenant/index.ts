import { defineKind } from '../../../core/kind/kind.ts';
import { textAt } from '../../../data/tree.ts';
import { gatewayHost } from './gateway.ts';
import { namespaceLabels } from './namespace-labels.ts';
import { render } from './render.ts';
import { resolve, retainAnnotation } from './resolve.ts';
import { status } from './status.ts';

export const kleffTenant = defineKind({
  id: 'kleff-tenant',
  pinned: [
    { path: ['spec', 'userId'], why: 'the tenant would start with an empty namespace', unless: 'kleff.io/allow-move' },
    {
      path: ['metadata', 'namespace'],
      why: 'the operator would delete the namespace of the tenant',
      unless: 'kleff.io/allow-move',
    },
  ],
  claims: ({ body }, { settings }) => {
    const { userId, username } = body.spec;
    const host = gatewayHost(username, settings);
    return [
      { what: `namespace ${userId}`, path: ['spec', 'userId'], ownsNamespace: userId },
      ...(host === undefined ? [] : [{ what: `host ${host}`, path: ['spec', 'username'] }]),
    ];
  },
  namespaces: (resource, { settings }) => [
    { name: resource.body.spec.userId, labels: namespaceLabels(resource, settings) },
  ],
  delegation: {
    byDefault: false,
    free: ['spec.userId', 'spec.username'],
    annotations: [retainAnnotation],
    uses: ({ body: { spec } }) => [
      { sort: 'own-namespace', path: ['spec', 'userId'], name: spec.userId },
      { sort: 'name', path: ['spec', 'username'], name: spec.username },
    ],
  },
  ignoresNamespace: true,
  tenant: ({ body }) => ({ namespaces: [textAt(body, 'spec', 'userId')] }),
  resolve,
  render,
  status,
  liveStatus: () => ({ conditions: ['NamespaceReady', 'TenantReady'], finalizer: 'kleff.io/namespace-finalizer' }),
});
