import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { table } from './table.ts';

interface Declaration {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
}

/** The generated parts of the action's page: the inputs and outputs in action.yml, and the workflows to copy. */
export function actionParts(): Readonly<Record<string, string>> {
  const { inputs, outputs } = parse(readFileSync('action.yml', 'utf8')) as Declaration;
  const inputRows = Object.entries(inputs).map(([name, { description, default: value }]) => [
    `\`${name}\``,
    value === undefined || value === '' ? '' : `\`${value}\``,
    description,
  ]);
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  return {
    inputs: table(['input', 'default', 'meaning'], inputRows),
    outputs: table(['output', 'meaning'], outputRows),
    review: workflow('review-tenants'),
    render: workflow('render-tenants'),
    offboard: workflow('offboard-tenants'),
  };
}

function workflow(name: string): string {
  return `\`\`\`yaml\n${readFileSync(`docs/workflows/${name}.yml`, 'utf8')}\`\`\``;
}
