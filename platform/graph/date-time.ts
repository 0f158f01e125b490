import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';

const msPerDay = 86_400_000;
/** The first millisecond of the year 10000, whose date has more than ten characters. */
const endOfShortYears = 253_402_300_800_000;

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const threeDigits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

let lastDay = Number.NaN;
let lastDate = '';

/**
 * Formats a time like `Date.prototype.toISOString`, at a fraction of its cost, because the times of a list often share
 * their days.
 * @param ms whole milliseconds since the Unix epoch
 * @returns for example `2026-03-01T08:15:00.000Z`
 */
export function isoDateTime(ms: number): string {
  if (ms < 0 || ms >= endOfShortYears) return new Date(ms).toISOString();
  const day = Math.floor(ms / msPerDay);
  if (day !== lastDay) {
    lastDate = new Date(day * msPerDay).toISOString().slice(0, 11);
    lastDay = day;
  }
  const ofDay = ms - day * msPerDay;
  const seconds = Math.floor(ofDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const time = `${twoDigits[hours]}:${twoDigits[minutes - hours * 60]}:${twoDigits[seconds - minutes * 60]}`;
  return `${lastDate}${time}.${threeDigits[ofDay - seconds * 1000]}Z`;
}

/** `DateTime` as in graphql-scalars, except that results are strings, because `JSON.stringify` formats dates slowly. */
export const dateTimeAsString = new GraphQLScalarType({
  ...GraphQLDateTime.toConfig(),
  serialize(value) {
    return isoDateTime(Number(GraphQLDateTime.serialize(value)));
  },
});
