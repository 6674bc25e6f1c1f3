import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Command } from '../measure/process.ts';
import type { KubeObject, Model } from './model.ts';

const kustomize = resolve('.tools/bin/kustomize');

interface Patch {
  readonly op: 'replace';
  readonly path: string;
  readonly value: string;
}

/**
 * A base with the model's objects, and an overlay for each tenant: a namespace, and patches of all places that contain the
 * model's name.
 */
export function writeOverlays(root: string, { name, documents }: Model, tenants: readonly string[]): void {
  const files = documents.map((_, index) => `${index}.yaml`);
  write(join(root, 'base'), { resources: files });
  for (const [index, text] of documents.entries()) writeFileSync(join(root, 'base', `${index}.yaml`), text);
  const objects = documents.map((text) => parse(text) as KubeObject);
  for (const tenant of tenants) {
    const patches = objects.flatMap((object) => overlayPatch(object, (text) => text.replaceAll(name, tenant)));
    write(join(root, tenant), { resources: ['../base'], namespace: `user-${tenant}`, patches });
  }
}

/** JSON is valid YAML, so it needs no printer. */
function write(folder: string, kustomization: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
}

function overlayPatch(object: KubeObject, fill: (text: string) => string): readonly object[] {
  const patches = fillIns(object, '', fill).filter(({ path }) => !/^\/metadata\/(?:name|namespace)$/.test(path));
  if (patches.length === 0) return [];
  return [{ target: { kind: object.kind, name: object.metadata.name }, patch: JSON.stringify(patches) }];
}

/** Replaces the model's name in every string. */
function fillIns(node: unknown, path: string, fill: (text: string) => string): readonly Patch[] {
  if (typeof node === 'string') return fill(node) === node ? [] : [{ op: 'replace', path, value: fill(node) }];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => fillIns(value, `${path}/${escapeStep(key)}`, fill));
}

function escapeStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function buildOverlay(cwd: string, tenant: string): Command {
  return { program: kustomize, args: ['build', tenant], cwd };
}
