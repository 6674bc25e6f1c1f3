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
  const read = readKind('secrets', context, ports, `go-template=${secretTemplate(secretAnnotations(system))}`);
  if ('reason' in read) return read;
  const items = read.text
    .split('\n')
    .filter((line) => line !== '')
    .map(secretOf);
  return { text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) };
}

/** A line for each Secret, with its fields as the query of a URL, so that values with line breaks cannot add lines. */
function secretTemplate(annotations: readonly string[]): string {
  const wanted = annotations.map((key) => `(eq $key "${key}")`).join(' ');
  const known = `{{if or false ${wanted}}}annotation.{{urlquery $key}}={{urlquery $value}}&{{end}}`;
  return [
    '{{range .items}}{{with .metadata}}namespace={{urlquery .namespace}}&name={{urlquery .name}}&',
    '{{range $key, $value := .labels}}label.{{urlquery $key}}={{urlquery $value}}&{{end}}',
    `{{range $key, $value := .annotations}}${known}{{end}}{{end}}type={{urlquery .type}}{{"\\n"}}{{end}}`,
  ].join('');
}

function secretOf(line: string): unknown {
  const fields = [...new URLSearchParams(line)];
  const below = (prefix: string) =>
    Object.fromEntries(
      fields.flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
    );
  const { namespace, name, type } = Object.fromEntries(fields);
  const metadata = { namespace, name, labels: below('label.'), annotations: below('annotation.') };
  return { apiVersion: 'v1', kind: 'Secret', metadata, type };
}
