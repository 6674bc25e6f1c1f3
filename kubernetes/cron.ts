/** What is wrong with a cron expression. */
export interface CronFault {
  readonly code: 'bad-format' | 'not-a-choice' | 'out-of-range';
  readonly message: string;
  readonly fix?: string;
}

/** One of the five fields of a schedule. */
export interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names that stand for numbers, the first for `min`. */
  readonly names?: readonly string[];
}

export const cronFields: readonly CronField[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: words('jan feb mar apr may jun jul aug sep oct nov dec') },
  { name: 'day of week', min: 0, max: 6, names: words('sun mon tue wed thu fri sat') },
];
const macros = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually'];

/**
 * The first fault of a schedule as a CronJob takes it: five fields, each a list of `*`, a number or name, a range, and
 * each of these with a step; or a macro from @hourly to @yearly. Undefined when there is none. Kubernetes refuses a
 * time zone inside the schedule, and takes Sunday as 0 only.
 */
export function cronFault(schedule: string): CronFault | undefined {
  const text = schedule.trim();
  if (/^(?:CRON_)?TZ=/.test(text)) {
    return { code: 'bad-format', message: 'schedule may name no time zone; it is in UTC', fix: 'give the time in UTC' };
  }
  if (text.startsWith('@')) return macroFault(text);
  const parts = text.split(/\s+/);
  if (parts.length !== cronFields.length || text === '') {
    const count = text === '' ? 0 : parts.length;
    const message = `schedule has ${count} fields; it needs 5: ${cronFields.map(({ name }) => name).join(', ')}`;
    return { code: 'bad-format', message, fix: 'for example 0 3 * * *' };
  }
  return cronFields
    .map((field, index) => fieldFault(parts[index] as string, field))
    .find((fault) => fault !== undefined);
}

function macroFault(text: string): CronFault | undefined {
  if (macros.includes(text)) return undefined;
  return { code: 'not-a-choice', message: `schedule is ${text}; it may be ${macros.join(', ')} or five fields` };
}

function fieldFault(part: string, field: CronField): CronFault | undefined {
  return part
    .split(',')
    .map((item) => itemFault(item, field))
    .find((fault) => fault !== undefined);
}

function itemFault(item: string, field: CronField): CronFault | undefined {
  const [range = '', step, ...rest] = item.split('/');
  if (rest.length > 0) return malformed(item, field);
  if (step !== undefined && !/^[1-9][0-9]{0,3}$/.test(step)) {
    return { code: 'bad-format', message: `${field.name} has the step "${step}"; a step is a number from 1` };
  }
  if (range === '*' || range === '?') return undefined;
  const ends = range.split('-');
  if (ends.length > 2) return malformed(item, field);
  return rangeFault(ends, item, field);
}

function rangeFault(ends: readonly string[], item: string, field: CronField): CronFault | undefined {
  const numbers: number[] = [];
  for (const end of ends) {
    const number = cronNumber(end, field);
    if (number === undefined) return malformed(item, field);
    if (number < field.min || number > field.max) {
      const message = `${field.name} is ${end}; it may be ${field.min}–${field.max}`;
      return { code: 'out-of-range', message };
    }
    numbers.push(number);
  }
  const [from = 0, to = from] = numbers;
  return from > to ? { code: 'out-of-range', message: `${field.name} range ${item} ends before it begins` } : undefined;
}

/** A number, or the one that a name stands for; undefined for anything else. */
export function cronNumber(text: string, { names, min }: CronField): number | undefined {
  if (/^[0-9]{1,6}$/.test(text)) return Number(text);
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? undefined : min + index;
}

function malformed(item: string, { name, names, min, max }: CronField): CronFault {
  const choices = names ? ` or ${names[0]}–${names.at(-1)}` : '';
  return {
    code: 'bad-format',
    message: `${name} "${item}" is not *, ${min}–${max}${choices}, a range or a step of them`,
  };
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
