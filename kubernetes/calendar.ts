/** A day of the Gregorian calendar. Months and days count from 1, weekdays from 0 (Sunday). */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

export const minutesPerDay = 1440;

/** Dates fall on the same weekdays again after 28 years, except across a year such as 2100, which has no leap day. */
export const calendarCycle = 28 * 365 + 7;

const daysPerEra = 146_097;

/**
 * Returns the date of a day counted from 1970-01-01. Every era of 400 years has the same number of days. Years are
 * counted from March here, so that the leap day is the last day of a year and plain division works.
 */
export function dateOf(day: number): CivilDate {
  const sinceMarch = day + 719_468;
  const era = Math.floor(sinceMarch / daysPerEra);
  const dayOfEra = sinceMarch - era * daysPerEra;
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

/** The day of a date, counted from 1970-01-01: the inverse of `dateOf`. */
export function dayOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - 719_468;
}
