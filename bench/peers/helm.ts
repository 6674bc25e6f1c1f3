import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from '../measure/process.ts';
import type { Model } from './model.ts';

const helm = resolve('.tools/bin/helm');

/** A chart with the model's objects and one value, and another chart with a loop over all tenants. */
export function writeCharts(root: string, { name, documents }: Model, tenants: readonly string[]): void {
  const filled = (value: string) => documents.map((text) => text.replaceAll(name, `{{ ${value} }}`));
  writeChart(join(root, 'one'), filled('.Values.tenant'));
  const looped = filled('.').map((text) => `{{- range .Values.tenants }}\n---\n${text}{{- end }}\n`);
  writeChart(join(root, 'all'), looped);
  writeFileSync(join(root, 'all.json'), JSON.stringify({ tenants }));
  for (const tenant of tenants) writeFileSync(join(root, `${tenant}.json`), JSON.stringify({ tenant }));
}

function writeChart(folder: string, templates: readonly string[]): void {
  mkdirSync(join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: tenant\nversion: 1.0.0\n');
  for (const [index, text] of templates.entries()) writeFileSync(join(folder, 'templates', `${index}.yaml`), text);
}

export function templateOne(cwd: string, tenant: string): Command {
  return { program: helm, args: ['template', tenant, 'one', '--values', `${tenant}.json`], cwd };
}

export function templateAll(cwd: string): Command {
  return { program: helm, args: ['template', 'tenants', 'all', '--values', 'all.json'], cwd };
}
