import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { documents } from '../../build/documents.ts';
import { version } from '../../build/version.ts';
import { install, installableSystems, installTargets } from '../../cli/install/install.ts';

/** Writes the assets of a release to a directory. */
export function writeAssets(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(`${folder}/${name}`, text);
  const definitions = Object.values(documents).flatMap(({ crd }) => (crd === '' ? [] : [crd]));
  write('crds.yaml', definitions.join('---\n'));
  for (const system of installableSystems)
    for (const target of installTargets) write(`install-${system}-for-${target}.yaml`, install(system, target));
  write('sidecar.yaml', joined('plugin/install/sidecar'));
  write('leasehold.spdx.json', run('npm', 'sbom', '--sbom-format', 'spdx', '--package-lock-only'));
  write('NOTES.md', notesOf(readFileSync('CHANGELOG.md', 'utf8')));
  const archive = `${folder}/argocd-install.tar.gz`;
  execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', 'plugin', 'install']);
}
/** The manifests of a directory as one file, without the kustomization. */
function joined(directory: string): string {
  const names = readdirSync(directory).filter((name) => name !== 'kustomization.yaml' && name.endsWith('.yaml'));
  return names
    .sort()
    .map((name) => readFileSync(`${directory}/${name}`, 'utf8'))
    .join('---\n');
}

/** The section of the changelog for this version. Fails if there is none. */
function notesOf(changelog: string): string {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version} `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`);
  return section.slice(section.indexOf('\n')).trim().concat('\n');
}

function run(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 });
}
