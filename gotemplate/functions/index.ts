import { didYouMean } from '../../data/nearest.ts';
import { TemplateError } from '../values/error.ts';
import type { Functions } from './define.ts';
import { dictFunctions } from './dicts.ts';
import { listFunctions } from './lists.ts';
import { logicFunctions } from './logic.ts';
import { mathFunctions } from './math.ts';
import { printFunctions } from './printf.ts';
import { regexFunctions } from './regex.ts';
import { serialFunctions } from './serial.ts';
import { stringFunctions } from './strings.ts';
import { unsupportedReason } from './unsupported.ts';

/** The functions of Go, Sprig and Helm that templates can call. Each depends only on its arguments. */
export const functions: Functions = {
  ...logicFunctions,
  ...stringFunctions,
  ...listFunctions,
  ...dictFunctions,
  ...mathFunctions,
  ...printFunctions,
  ...regexFunctions,
  ...serialFunctions,
};

/** Throws if a template cannot call the function. */
export function checkFunction(name: string): void {
  if (Object.hasOwn(functions, name)) return;
  const reason = unsupportedReason(name);
  if (reason !== undefined) throw new TemplateError(`function ${name} is not supported: ${reason}`);
  const suggestion = didYouMean(name, Object.keys(functions));
  throw new TemplateError(`function ${name} does not exist${suggestion === undefined ? '' : `; ${suggestion}`}`);
}
