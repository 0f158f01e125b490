/** Formats Unix epoch seconds as `YYYY-MM-DD HH:MM:SS` in one time zone (specification, section 2). */
export type LocalTimeFormatter = (epochSeconds: number) => string;

/** Time zones change their UTC offset only at multiples of this number of seconds. */
const offsetStepSeconds = 900;
/** Maximum number of cached UTC offsets. */
const maxCachedOffsets = 10_000;

/** Creates the formatter of an IANA time zone; empty: the time zone of this machine. */
export function createLocalTimeFormatter(timeZone: string): LocalTimeFormatter {
  // Creating a formatter takes some milliseconds, so it is created on first use.
  let format: Intl.DateTimeFormat | undefined;
  const createFormat = () =>
    new Intl.DateTimeFormat('en-CA', {
      ...(timeZone === '' ? {} : { timeZone }),
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  // Formatting takes many times longer than adding a cached offset, and lists contain thousands of timestamps.
  const offsets = new Map<number, number>();
  return (epochSeconds) => {
    const quarterHour = Math.floor(epochSeconds / offsetStepSeconds);
    let offset = offsets.get(quarterHour);
    if (offset === undefined) {
      format ??= createFormat();
      offset = offsetAt(format, quarterHour * offsetStepSeconds);
      if (offsets.size < maxCachedOffsets) offsets.set(quarterHour, offset);
    }
    return new Date((Math.floor(epochSeconds) + offset) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  };
}

/** Offset of a time zone's local time from UTC at a time, in seconds. */
function offsetAt(format: Intl.DateTimeFormat, epochSeconds: number): number {
  const parts = new Map(
    format.formatToParts(new Date(epochSeconds * 1000)).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local / 1000 - epochSeconds;
}
