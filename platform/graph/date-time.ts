import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { dayMs } from '../durations.js';

/**
 * Milliseconds from the Unix epoch to the start of the year 10000. From then on, dates have more than ten characters.
 */
const endOfShortYears = 253_402_300_800_000;

/** Days from 0000-03-01 to the Unix epoch. Years in these calculations begin in March, so leap days are last. */
const daysToEpoch = 719_468;
const daysOf400Years = 146_097;

const zero = '0'.charCodeAt(0);
/**
 * Buffer for all formatted times, each overwriting the previous one: creating a string from bytes is faster than
 * concatenating parts.
 */
const template = Buffer.from('0000-00-00T00:00:00.000Z', 'latin1');

/**
 * Formats a time like `Date.prototype.toISOString`, at a fraction of its cost.
 * @param ms whole milliseconds since the Unix epoch
 * @returns for example `2026-03-01T08:15:00.000Z`
 * @throws {RangeError} for NaN, and for times that a `Date` cannot have
 */
export function isoDateTime(ms: number): string {
  const isUsual = ms >= 0 && ms < endOfShortYears;
  if (!isUsual) return new Date(ms).toISOString();
  const day = Math.floor(ms / dayMs);
  writeDate(day);
  const ofDay = ms - day * dayMs;
  const seconds = (ofDay / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  writeTwoDigits(11, hours);
  writeTwoDigits(14, minutes - hours * 60);
  writeTwoDigits(17, seconds - minutes * 60);
  const milliseconds = ofDay - seconds * 1000;
  const tenths = (milliseconds / 100) | 0;
  template[20] = zero + tenths;
  writeTwoDigits(21, milliseconds - tenths * 100);
  return template.toString('latin1');
}

/** @param day days since the Unix epoch, not negative */
function writeDate(day: number): void {
  const days = day + daysToEpoch;
  const era = (days / daysOf400Years) | 0;
  const ofEra = days - era * daysOf400Years;
  const leapDays = ((ofEra / 1460) | 0) - ((ofEra / 36_524) | 0) + ((ofEra / 146_096) | 0);
  const yearOfEra = ((ofEra - leapDays) / 365) | 0;
  const ofYear = ofEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const monthFromMarch = ((5 * ofYear + 2) / 153) | 0;
  const dayOfMonth = ofYear - (((153 * monthFromMarch + 2) / 5) | 0) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const century = (year / 100) | 0;
  writeTwoDigits(0, century);
  writeTwoDigits(2, year - century * 100);
  writeTwoDigits(5, month);
  writeTwoDigits(8, dayOfMonth);
}

function writeTwoDigits(position: number, number: number): void {
  const tens = (number / 10) | 0;
  template[position] = zero + tens;
  template[position + 1] = zero + number - tens * 10;
}

/** `DateTime` as in graphql-scalars, except that results are strings, because `JSON.stringify` formats dates slowly. */
export const dateTimeAsString = new GraphQLScalarType({
  ...GraphQLDateTime.toConfig(),
  serialize(value) {
    return isoDateTime(Number(GraphQLDateTime.serialize(value)));
  },
});
