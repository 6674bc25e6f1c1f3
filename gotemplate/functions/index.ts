import { didYouMean } from '../../data/nearest.ts';
import { TemplateError } from '../values/template-error.ts';
import type { TemplateFunctions } from './define.ts';
import { dictFunctions } from './dicts.ts';
import { listFunctions } from './lists.ts';
import { logicFunctions } from './logic.ts';
import { mathFunctions } from './math.ts';
import { printFunctions } from './printf.ts';
import { regexFunctions } from './regex.ts';
import { serialFunctions } from './serial.ts';
import { stringFunctions } from './strings.ts';
import { unsupportedReason } from './unsupported.ts';

/** All functions for templates: Go's own, and the deterministic ones of Sprig. */
export const functions: TemplateFunctions = {
  ...logicFunctions,
  ...stringFunctions,
  ...listFunctions,
  ...dictFunctions,
  ...mathFunctions,
  ...printFunctions,
  ...regexFunctions,
  ...serialFunctions,
};

export function checkFunction(name: string): void {
  if (Object.hasOwn(functions, name)) return;
  const reason = unsupportedReason(name);
  if (reason !== undefined) throw new TemplateError(`the function ${name} is refused: ${reason}`);
  const near = didYouMean(name, Object.keys(functions));
  throw new TemplateError(`there is no function ${name}${near === undefined ? '' : `; ${near}`}`);
}
