/** A day of the Gregorian calendar. Months and days count from 1, weekdays from 0, which is Sunday. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

export const minutesOfDay = 1440;

/** Days after which dates fall on the same weekdays again, until a year like 2100 leaves out its leap day. */
export const calendarCycle = 28 * 365 + 7;

const daysOfEra = 146_097;

/**
 * The date of a day counted from 1970-01-01. An era of 400 years always has as many days, and in a year that begins
 * in March the leap day comes last, so that both divide evenly.
 */
export function dateOf(day: number): CivilDate {
  const sinceMarch = day + 719_468;
  const era = Math.floor(sinceMarch / daysOfEra);
  const dayOfEra = sinceMarch - era * daysOfEra;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
    weekday: (((day + 4) % 7) + 7) % 7,
  };
}
