import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { keycloakFolder } from './paths.ts';

/** Keycloak comes from Maven Central and requires Java 17. */
export const keycloak = { name: 'keycloak', version: '26.7.3' };

/** Unpacks it next to the built programs. Returns a description of what it did. */
export function provideKeycloak(): string {
  const { version } = keycloak;
  const versionFile = resolve(keycloakFolder, 'version.txt');
  if (existsSync(versionFile) && readFileSync(versionFile, 'utf8').includes(version)) return `${version} is up to date`;
  const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:tar.gz`;
  run('mvn', ['--quiet', '--batch-mode', 'dependency:get', `-Dartifact=${artifact}`, '-Dtransitive=false']);
  const path = `org/keycloak/keycloak-quarkus-dist/${version}/keycloak-quarkus-dist-${version}.tar.gz`;
  rmSync(keycloakFolder, { recursive: true, force: true });
  mkdirSync(keycloakFolder, { recursive: true });
  const archive = resolve(homedir(), '.m2/repository', path);
  run('tar', ['--extract', '--gzip', '--file', archive, '--directory', keycloakFolder, '--strip-components', '1']);
  return `${version} fetched`;
}

function run(program: string, args: readonly string[]): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stdout + stderr}`);
}
