import type { SchemaName } from '../../build/gateway-contract.ts';
import { gatewayValidators } from '../../build/gateway-validators.js';
import { childrenOf } from '../../data/tree.ts';
import type { Body } from '../limits/bodies.ts';
import { hasFewValues } from '../response/few-values.ts';
import { limitedText } from '../response/limited-text.ts';
import { fail } from '../response/problem.ts';
import { schemaMessages } from '../response/schema-errors.ts';
import { requireJson } from './authenticate.ts';
import type { Route } from './route.ts';

/** Parses the query parameters. Fails for unknown, repeated and invalid parameters. */
export function readQuery(url: URL, { query: schema }: Route): Readonly<Record<string, string>> {
  const names = [...url.searchParams.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) fail(400, `the parameter ${repeated} is repeated`);
  const query = Object.fromEntries(url.searchParams);
  if (schema === undefined && names.length > 0) fail(400, `${names[0]} is not a parameter of this operation`);
  if (schema !== undefined) requireValid(schema, query, 'the query');
  return query;
}

/** The maximum size of a request body, in bytes. */
const largestBody = 4 * 1024 * 1024;

export async function readBody(request: Request, { body: schema }: Route, onBytes: Body['add']): Promise<unknown> {
  if (schema === undefined) return undefined;
  requireJson(request);
  const text = await limitedText(request, largestBody, onBytes);
  if (!hasFewValues(text)) fail(413, 'the request body has too many values');
  const body = parsed(text);
  requireValid(schema, body, 'the body');
  // A lone surrogate is replaced when it is written, so the written text would differ from the checked text.
  if (!isUnicode(body)) fail(400, 'the body contains text that is not valid Unicode');
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail(400, 'the body is not valid JSON');
  }
}

function isUnicode(value: unknown): boolean {
  return typeof value === 'string' ? !/\p{Cs}/u.test(value) : childrenOf(value).every(([, child]) => isUnicode(child));
}

function requireValid(schema: SchemaName, value: unknown, root: string): void {
  const validate = gatewayValidators[schema];
  if (validate(value)) return;
  fail(
    400,
    schemaMessages(validate.errors ?? [], root)
      .slice(0, 5)
      .join('; '),
  );
}
