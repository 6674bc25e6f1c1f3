import { Document, visit } from 'yaml';
import { readFull } from '../../yaml/full.ts';
import { needsQuotes } from '../../yaml/plain-scalar.ts';
import { type Budget, limits, tooDeep } from '../values/budget.ts';
import { TemplateError } from '../values/error.ts';
import { fromData, isDict, isList, type Present, sortedEntries } from '../values/value.ts';
import { type Functions, fixed } from './define.ts';

const html: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };
const escapeHtml = (text: string) =>
  text.replace(/[<>&\u2028\u2029]/g, (char) => html[char] ?? `\\u${char.charCodeAt(0).toString(16)}`);
const toJson = fixed(['any'], ([value], budget) => budget.text(escapeHtml(JSON.stringify(toData(value, budget)))));
const toPrettyJson = fixed(['any'], ([value], budget) =>
  budget.text(escapeHtml(JSON.stringify(toData(value, budget), null, 2))),
);
const toRawJson = fixed(['any'], ([value], budget) => budget.text(JSON.stringify(toData(value, budget))));
const fromJson = fixed(['string'], ([text], budget) => readJson(text, budget));

/** Sprig's JSON functions and Helm's YAML functions. */
export const serialFunctions: Functions = {
  toJson,
  mustToJson: toJson,
  toPrettyJson,
  mustToPrettyJson: toPrettyJson,
  toRawJson,
  mustToRawJson: toRawJson,
  fromJson,
  mustFromJson: fromJson,
  toYaml: fixed(['any'], ([value], budget) => budget.text(printYaml(toData(value, budget)))),
  fromYaml: fixed(['string'], ([text], budget) => {
    const value = readYaml(text, budget);
    if (value === null) return new Map();
    if (!isDict(value)) throw new TemplateError('the text is not a mapping; use fromYamlArray for a list');
    return value;
  }),
  fromYamlArray: fixed(['string'], ([text], budget) => {
    const value = readYaml(text, budget);
    if (!isList(value)) throw new TemplateError('the text is not a list');
    return value;
  }),
};

/**
 * Converts a value to plain data with sorted keys. The budget limits the expansion of values that are used several
 * times.
 */
function toData(value: Present, budget: Budget, depth = 0): unknown {
  budget.spend(1);
  if (depth > limits.depth) throw tooDeep();
  if (typeof value === 'string') return budget.text(value);
  if (typeof value === 'bigint') return toExactNumber(value);
  if (isList(value)) return value.map((item) => toData(item, budget, depth + 1));
  if (!isDict(value)) return value;
  return Object.fromEntries(sortedEntries(value).map(([key, item]) => [key, toData(item, budget, depth + 1)]));
}

function toExactNumber(value: bigint): number {
  if (BigInt(Number(value)) !== value)
    throw new TemplateError(`the number ${value} would be rounded; convert it with toString`);
  return Number(value);
}

function readJson(text: string, budget: Budget): Present {
  budget.characters(text.length);
  budget.spend(text.length >> 3);
  try {
    return fromData(JSON.parse(text));
  } catch {
    throw new TemplateError('the text is not valid JSON');
  }
}

function readYaml(text: string, budget: Budget): Present {
  budget.characters(text.length * 16);
  const result = readFull(text);
  if (!result.ok) throw new TemplateError(`the text is not valid YAML: ${result.errors[0]?.message}`);
  return fromData(result.bodies[0] ?? null);
}

/** Prints YAML like Go's encoder: lists start at the column of their key, and strings are quoted only if necessary. */
function printYaml(data: unknown): string {
  const document = new Document(data, { version: '1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== 'string') return;
      if (node.value.includes('\n')) node.type = 'BLOCK_LITERAL';
      else if (node.value === '' || needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, indentSeq: false, singleQuote: true }).replace(/\n$/, '');
}
