import { readFileSync } from 'node:fs';

/** The expected writes of the sidecar, and `unexpected` for any other. */
export type AuditedWrite =
  | 'add-finalizer'
  | 'drop-finalizer'
  | 'retain'
  | 'restore-policy'
  | 'reserve'
  | 'event'
  | 'stop'
  | 'unexpected'
  | StatusWrite;

export type StatusWrite = (typeof statusWrites)[number];

/** The additional writes if the sidecar also maintains the status of tenant resources. */
export const statusWrites = ['status', 'hold-resource', 'release-resource', 'event-of-resource'] as const;

interface Entry {
  readonly verb: string;
  readonly responseStatus: { readonly code: number };
  readonly objectRef: { readonly resource: string; readonly subresource?: string; readonly namespace?: string };
  readonly requestObject: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The successful writes in the audit log of the API server. */
export function auditedWrites(log: string): readonly AuditedWrite[] {
  const lines = readFileSync(log, 'utf8').split('\n');
  // The last line is incomplete or empty.
  const entries = lines.slice(0, -1).map((line) => JSON.parse(line) as Entry);
  return entries.filter(({ responseStatus }) => responseStatus.code < 300).map(writeOf);
}

function writeOf({ verb, objectRef, requestObject }: Entry): AuditedWrite {
  const { resource, namespace } = objectRef;
  if (verb === 'create' && resource === 'events') return namespace === 'default' ? 'event' : 'event-of-resource';
  if (verb !== 'patch') return 'unexpected';
  // The Job that removes the sidecar uses the ServiceAccount of the sidecar.
  if (resource === 'deployments' && objectRef.subresource === 'scale') return 'stop';
  const { metadata = {}, spec = {}, ...others } = requestObject;
  const fields = [...Object.keys(others), ...Object.keys(metadata), ...Object.keys(spec)].sort().join();
  if (resource === 'persistentvolumeclaims' && fields === 'finalizers,resourceVersion') {
    const finalizers = metadata['finalizers'] as readonly string[];
    return finalizers.includes('leasehold.dev/volume') ? 'add-finalizer' : 'drop-finalizer';
  }
  if (statusKinds.includes(resource)) return resourceWrite(objectRef.subresource, fields, metadata);
  return resource === 'persistentvolumes' ? volumeWrite(fields, spec) : 'unexpected';
}

const statusKinds = ['keymaterials', 'krytons', 'orgs', 'tenantplanes', 'tenants'];

function resourceWrite(
  subresource: string | undefined,
  fields: string,
  metadata: Readonly<Record<string, unknown>>,
): AuditedWrite {
  if (subresource === 'status') return fields === 'resourceVersion,status' ? 'status' : 'unexpected';
  if (fields !== 'finalizers,resourceVersion') return 'unexpected';
  const finalizers = metadata['finalizers'] as readonly string[];
  return finalizers.includes('kleff.io/namespace-finalizer') ? 'hold-resource' : 'release-resource';
}

function volumeWrite(fields: string, spec: Readonly<Record<string, unknown>>): AuditedWrite {
  if (fields === 'annotations,claimRef,resourceVersion') {
    return JSON.stringify(spec) === '{"claimRef":{"uid":null,"resourceVersion":null}}' ? 'reserve' : 'unexpected';
  }
  if (fields !== 'annotations,labels,persistentVolumeReclaimPolicy,resourceVersion') return 'unexpected';
  return spec['persistentVolumeReclaimPolicy'] === 'Retain' ? 'retain' : 'restore-policy';
}
