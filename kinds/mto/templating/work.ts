import type { World } from '../../../core/kind/world.ts';
import { limits } from '../../../data/limits.ts';
import type { TemplateValues } from './references.ts';
import type { Template, TemplateTarget } from './template-target.ts';

/** Characters that parameters may add to one use of a Template. A cluster rejects objects of more than 1.5 MiB. */
const maxAdded = 16 * 1024 * 1024;

/** Steps for each character of a Template, which is substituted, checked and printed. */
const stepsPerCharacter = 2;

/** Steps for each character that has to be parsed as YAML. */
const stepsPerParsed = 4;

/** Counts what a use of the Template costs in any case. False after reporting that it is too much. */
export function payForUse(target: TemplateTarget): boolean {
  const { template, values, report, world } = target;
  const { characters, references } = sizeOf(template, world);
  const added = references * longest(values);
  if (added > maxAdded) {
    const message = `the parameters would add more than ${maxAdded / 1024 / 1024} MiB to Template ${template.name}`;
    report('too-large', message, { fix: 'set shorter values' });
    return false;
  }
  return pay(target, characters * stepsPerCharacter + added * stepsPerParsed);
}

/** Counts the steps of a gotemplate and the characters that it prints. False after reporting that it is too much. */
export function payForOutput(target: TemplateTarget, steps: number, printed: string): boolean {
  return pay(target, steps + printed.length * stepsPerParsed);
}

function pay(target: TemplateTarget, steps: number): boolean {
  const left = target.world.derived(stepsLeft);
  const rest = (left.get(target.account) ?? limits.steps) - steps;
  left.set(target.account, rest);
  if (rest >= 0) return true;
  const all = target.isDelegated ? "all instances in the tenant's directory" : 'all instances in the file';
  const message = `Template ${target.template.name}: ${all} together take more than ${limits.steps} steps`;
  const fix = target.isDelegated ? 'use fewer or smaller Templates' : 'split the file, or use smaller Templates';
  target.report('too-large', message, { fix });
  return false;
}

/** The steps that are left for each account. For World.derived, which keeps one mapping for a render. */
function stepsLeft(): Map<string, number> {
  return new Map();
}

interface Size {
  readonly characters: number;
  /** How many texts a parameter can be part of, at most. */
  readonly references: number;
}

function sizeOf(template: Template, world: World): Size {
  const sizes = world.derived(sizesByTemplate);
  const known = sizes.get(template) ?? measure(JSON.stringify(template.body.resources ?? {}));
  sizes.set(template, known);
  return known;
}

function sizesByTemplate(): Map<Template, Size> {
  return new Map();
}

function measure(text: string): Size {
  return { characters: text.length, references: text.split('${').length - 1 };
}

function longest(values: TemplateValues): number {
  let length = 0;
  for (const value of values.values()) length = Math.max(length, value.length);
  return length;
}
