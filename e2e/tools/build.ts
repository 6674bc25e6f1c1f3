import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { catalogue, type Tool } from './catalogue.ts';
import { debianPrograms, provideFromDebian } from './debian.ts';
import { keycloak, provideKeycloak } from './keycloak.ts';
import { node24, provideNode } from './node.ts';
import { binFolder, stampFolder, wrapperFolder } from './paths.ts';

const asked = process.argv.slice(2);
const steps = new Map([
  ...catalogue.map((tool) => [tool.name, () => provide(tool)] as const),
  [node24.name, provideNode] as const,
  [keycloak.name, provideKeycloak] as const,
]);
const unknown = asked.filter((name) => !steps.has(name));
if (unknown.length > 0)
  fail(`no tool has the name ${unknown.join(' or ')}; the tools are ${[...steps.keys()].join(', ')}`);

if (asked.length === 0)
  for (const [program, name] of debianPrograms) timed(program, () => provideFromDebian(program, name));
for (const [name, step] of steps) if (asked.length === 0 || asked.includes(name)) timed(name, step);

function timed(name: string, act: () => string): void {
  const start = performance.now();
  const outcome = act();
  console.log(`${name.padEnd(12)} ${outcome} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

function provide(tool: Tool): string {
  const version = pinnedVersion(tool);
  const stampFile = resolve(stampFolder, tool.name);
  const stamp = stampOf(tool, version);
  if (isFresh(tool, stampFile, stamp)) return `${version} is up to date`;
  mkdirSync(binFolder, { recursive: true });
  mkdirSync(stampFolder, { recursive: true });
  const target = tool.as === undefined ? `${binFolder}/` : resolve(binFolder, tool.as);
  const tags = tool.tags ? ['-tags', tool.tags.join(' ')] : [];
  const flags = ['-trimpath', '-buildvcs=false', ...tags, '-ldflags', linkFlags(tool, version), '-o', target];
  build(tool, [...flags, ...tool.packages]);
  writeFileSync(stampFile, stamp);
  return `${version} built`;
}

/** Only the wrapper's go.mod specifies the version, so that an upgrade takes only `go get`. */
function pinnedVersion({ name, module }: Tool): string {
  const lines = readFileSync(resolve(wrapperFolder(name), 'go.mod'), 'utf8').split('\n');
  const words = lines.map((line) =>
    line
      .trim()
      .split(/\s+/)
      .filter((word) => word !== 'require'),
  );
  const version = words.find(([path, second]) => path === module && second?.startsWith('v'))?.[1];
  return version ?? fail(`e2e/tools/${name}/go.mod does not require ${module}`);
}

function stampOf(tool: Tool, version: string): string {
  const hash = createHash('sha256');
  const folder = wrapperFolder(tool.name);
  const files = readdirSync(folder).filter((file) => /\.(?:go|mod|sum)$/.test(file));
  for (const file of files.sort()) hash.update(readFileSync(resolve(folder, file)));
  return hash.update(JSON.stringify([tool.packages, linkFlags(tool, version), ...(tool.tags ?? [])])).digest('hex');
}

function isFresh(tool: Tool, stampFile: string, stamp: string): boolean {
  const built = tool.packages.every((path) => existsSync(resolve(binFolder, tool.as ?? binaryName(path))));
  return built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** go build names a binary after its package, without the suffix of a major version. */
function binaryName(path: string): string {
  return basename(path.replace(/\/v\d+$/, ''));
}

function linkFlags(tool: Tool, version: string): string {
  const variables = Object.entries(tool.variables?.(version) ?? {});
  return ['-s -w', ...variables.map(([name, value]) => `-X ${name}=${value}`)].join(' ');
}

/** Prints the output of a build only if the build fails. */
function build(tool: Tool, args: readonly string[]): void {
  const env = { ...process.env, CGO_ENABLED: tool.tags ? '1' : '0' };
  const options = { cwd: wrapperFolder(tool.name), env, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, error, stdout, stderr } = spawnSync('go', ['build', ...args], options);
  if (status !== 0) fail(`${tool.name} does not build:\n${error?.message ?? stdout + stderr}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
