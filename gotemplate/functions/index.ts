import { didYouMean } from '../../data/nearest.ts';
import { Halt } from '../values/fault.ts';
import type { Functions } from './define.ts';
import { dictFunctions } from './dicts.ts';
import { listFunctions } from './lists.ts';
import { logicFunctions } from './logic.ts';
import { mathFunctions } from './math.ts';
import { printFunctions } from './printf.ts';
import { refusal } from './refused.ts';
import { regexFunctions } from './regex.ts';
import { serialFunctions } from './serial.ts';
import { stringFunctions } from './strings.ts';

/** Every function that a template may call: Go's own, and those of Sprig whose result follows from their arguments. */
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

export function checkFunction(name: string): void {
  if (Object.hasOwn(functions, name)) return;
  const reason = refusal(name);
  if (reason !== undefined) throw new Halt(`the function ${name} is refused: ${reason}`);
  const near = didYouMean(name, Object.keys(functions));
  throw new Halt(`there is no function ${name}${near === undefined ? '' : `; ${near}`}`);
}
