/** Writes an instant, in Unix epoch seconds, as `YYYY-MM-DD HH:MM:SS` of one time zone: specification, section 2. */
export type LocalTime = (epochSeconds: number) => string;

/** Zones change their offset at full quarters of an hour (UTC); within one the offset is the same. */
const stableSeconds = 900;
const mostRemembered = 10_000;

/** The writer for an IANA zone; for the machine's own when the name is empty. */
export function createLocalTime(timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
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
  // Asking the calendar takes many times longer than adding the offset, and lists have many thousand times.
  const offsets = new Map<number, number>();
  return (epochSeconds) => {
    const quarter = Math.floor(epochSeconds / stableSeconds);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = offsetAt(format, quarter * stableSeconds);
      if (offsets.size < mostRemembered) offsets.set(quarter, offset);
    }
    return new Date((Math.floor(epochSeconds) + offset) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  };
}

/** How far local time is ahead of UTC, in seconds. */
function offsetAt(format: Intl.DateTimeFormat, epochSeconds: number): number {
  const parts = new Map(
    format.formatToParts(new Date(epochSeconds * 1000)).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local / 1000 - epochSeconds;
}
