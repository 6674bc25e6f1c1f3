import {
  exportedResources,
  namedResources,
  type SourceSystemName,
  secretAnnotations,
  systemGroups,
} from '../import/index.ts';
import { type ExportResult, hasItems, type KindResult, readCluster, readKind } from './export.ts';
import type { Ports } from './ports.ts';

/**
 * Reads everything that the importer of a system supports, and then the kinds that these resources refer to. Fails if it
 * cannot read the resources of the system or the namespaces. Returns a message for every other kind that it cannot
 * read.
 */
export function readSystem(system: SourceSystemName, context: string | undefined, ports: Ports): ExportResult {
  const known = readCluster(
    exportedResources(system).filter((one) => isRequired(system, one)),
    context,
    ports,
  );
  if (!known.ok) return known;
  const files = [...known.files];
  const unread: string[] = [];
  for (const resource of exportedResources(system).filter((one) => !isRequired(system, one))) {
    const read = readCluster([resource], context, ports);
    if (read.ok) for (const file of read.files) files.push(file);
    else unread.push(read.message);
  }
  for (const resource of namedResources(system, files)) {
    const read = resource === 'secrets' ? readSecrets(system, context, ports) : readKind(resource, context, ports);
    if ('reason' in read) unread.push(`${resource}, which the operator copies: ${read.reason}`);
    else if (hasItems(read.text)) files.push({ path: `${resource}.yaml`, text: read.text });
  }
  return { ok: true, files, unread };
}

function isRequired(system: SourceSystemName, resource: string): boolean {
  return resource === 'namespaces' || systemGroups(system).some((group) => resource.endsWith(`.${group}`));
}

/** Reads the names, namespaces, types, labels and known annotations of Secrets. kubectl prints no other fields. */
function readSecrets(system: SourceSystemName, context: string | undefined, ports: Ports): KindResult {
  const annotations = secretAnnotations(system);
  const parts = [
    'namespace',
    'name',
    'labels',
    ...annotations.map((key) => `annotations.${key.replaceAll('.', '\\.')}`),
  ];
  const row = ['.type', ...parts.map((part) => `.metadata.${part}`)].map((path) => `{${path}}`).join('{"\\t"}');
  const read = readKind('secrets', context, ports, `jsonpath={range .items[*]}${row}{"\\n"}{end}`);
  if ('reason' in read) return read;
  // A value with a line break would look like another Secret.
  const rows = read.text.split('\n').filter((line) => /^[^\t]*\t[^\t]+\t[^\t]+\t(?:\{.*?\})?(?:\t|$)/.test(line));
  const items = rows.map((line) => {
    const [type, namespace, name, labels = '', ...values] = line.split('\t');
    const stated = annotations.map((key, index) => [key, values[index] ?? ''] as const);
    const known = Object.fromEntries(stated.filter(([, value]) => value !== ''));
    const metadata = { namespace, name, labels: JSON.parse(labels || '{}') as unknown, annotations: known };
    return { apiVersion: 'v1', kind: 'Secret', metadata, type };
  });
  return { text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) };
}
