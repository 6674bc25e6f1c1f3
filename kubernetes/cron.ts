export interface CronError {
  readonly code: 'bad-format' | 'not-a-choice' | 'out-of-range';
  readonly message: string;
  readonly fix?: string;
}

/** One of the five fields of a schedule. */
export interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names for the numbers from `min` up, in lower case. */
  readonly names?: readonly string[];
}

export const cronFields: readonly CronField[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: words('jan feb mar apr may jun jul aug sep oct nov dec') },
  { name: 'day of week', min: 0, max: 6, names: words('sun mon tue wed thu fri sat') },
];

/** The macros that Kubernetes accepts in place of five fields, except `@every`, with the same schedule in five fields. */
export const cronMacros: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};
const macros = Object.keys(cronMacros);

/**
 * Returns the first error in the schedule of a CronJob, or undefined if it is valid. A schedule is one of `cronMacros`, or five
 * fields. Each field is a list of stars, numbers, names and ranges, all with an optional step. Kubernetes rejects a time zone in
 * the schedule, and 7 for Sunday. Callers that support `@every` check it themselves.
 */
export function cronError(schedule: string): CronError | undefined {
  const text = schedule.trim();
  if (/^(?:CRON_)?TZ=/.test(text)) {
    const message = 'schedule must not contain a time zone; it is always in UTC';
    return { code: 'bad-format', message, fix: 'convert the time to UTC' };
  }
  if (text.startsWith('@')) return macroError(text);
  const parts = text.split(/\s+/);
  if (parts.length !== cronFields.length || text === '') {
    const count = text === '' ? 0 : parts.length;
    const fields = count === 1 ? '1 field' : `${count} fields`;
    const message = `schedule has ${fields}, not the required 5: ${cronFields.map(({ name }) => name).join(', ')}`;
    return { code: 'bad-format', message, fix: 'for example 0 3 * * *' };
  }
  return cronFields
    .map((field, index) => fieldError(parts[index] as string, field))
    .find((error) => error !== undefined);
}

function macroError(text: string): CronError | undefined {
  if (macros.includes(text)) return undefined;
  return {
    code: 'not-a-choice',
    message: `schedule is ${text}; it must be five fields or one of ${macros.join(', ')}`,
  };
}

function fieldError(part: string, field: CronField): CronError | undefined {
  return part
    .split(',')
    .map((item) => itemError(item, field))
    .find((error) => error !== undefined);
}

function itemError(item: string, field: CronField): CronError | undefined {
  const [range = '', step, ...rest] = item.split('/');
  if (rest.length > 0) return malformed(item, field);
  if (step !== undefined && !/^[1-9][0-9]{0,3}$/.test(step)) {
    return {
      code: 'bad-format',
      message: `${field.name} has the step "${step}"; a step must be an integer from 1 to 9999`,
    };
  }
  if (range === '*' || range === '?') return undefined;
  const ends = range.split('-');
  if (ends.length > 2) return malformed(item, field);
  return rangeError(ends, item, field);
}

function rangeError(ends: readonly string[], item: string, field: CronField): CronError | undefined {
  const numbers: number[] = [];
  for (const end of ends) {
    const number = cronNumber(end, field);
    if (number === undefined) return malformed(item, field);
    if (number < field.min || number > field.max) {
      const message = `${field.name} is ${end}; it must be between ${field.min} and ${field.max}`;
      return { code: 'out-of-range', message };
    }
    numbers.push(number);
  }
  const [from = 0, to = from] = numbers;
  if (from <= to) return undefined;
  const message = `${field.name} range ${item} ends before it begins`;
  // Two ranges with a step can match other numbers than the one range would.
  const fix = item.includes('/') ? {} : { fix: `write ${from}-${field.max},${field.min}-${to}` };
  return { code: 'out-of-range', message, ...fix };
}

/** Parses a number or a name such as `mon`. Returns undefined for anything else. */
export function cronNumber(text: string, { names, min }: CronField): number | undefined {
  if (/^[0-9]{1,6}$/.test(text)) return Number(text);
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? undefined : min + index;
}

function malformed(item: string, { name, names, min, max }: CronField): CronError {
  const choices = names ? ` or ${names[0]}–${names.at(-1)}` : '';
  return {
    code: 'bad-format',
    message: `${name} "${item}" is invalid; use *, ${min}–${max}${choices}, a range, or a step such as */5`,
  };
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
