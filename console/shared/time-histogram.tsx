import { type KeyboardEvent, useId, useState } from 'react';
import { countOf, formatNumber, formatTime } from './format.js';

export interface TimeBucket {
  /** Start of the interval, a `DateTime`. */
  readonly start: string;
  readonly count: number;
}

interface TimeHistogramProps {
  /** Width of each bucket in seconds. */
  readonly width: number;
  /** In ascending order; times without a bucket have the count 0. */
  readonly buckets: readonly TimeBucket[];
  /** What is counted, in the singular. */
  readonly noun: string;
  /** The time that is counted, such as `first seen time`. */
  readonly timeField: string;
  /** Called with the time range of the selected bar. */
  readonly onSelect: (range: { readonly from: Date; readonly to: Date }) => void;
}

const height = 96;
/** Limits the width of the bars of a short chart. */
const minSlots = 24;

/** Counts over time as bars; each bar is a button that filters by its time range. */
export function TimeHistogram({ width, buckets, noun, timeField, onSelect }: TimeHistogramProps) {
  const title = useId();
  // Only one bar is in the tab order; the arrow keys move between bars.
  const [tabStop, setTabStop] = useState(0);
  const first = buckets[0];
  const last = buckets.at(-1);
  if (first === undefined || last === undefined) {
    return null;
  }
  const slotOf = (bucket: TimeBucket) =>
    Math.round((Date.parse(bucket.start) - Date.parse(first.start)) / 1000 / width);
  const slots = Math.max(slotOf(last) + 1, minSlots);
  const peak = Math.max(...buckets.map((bucket) => bucket.count), 1);
  const total = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  const step = 1000 / slots;
  return (
    <figure className="histogram" aria-labelledby={title}>
      <figcaption id={title}>
        {countOf(total, noun)} by {timeField}, {spanName(width)} per bar (UTC)
        <span className="histogram-peak">peak {formatNumber(peak)}</span>
      </figcaption>
      <svg viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none">
        <title>
          Counts over time. Use the arrow keys to move between bars and Enter to filter by the time range of a bar.
        </title>
        {buckets.map((bucket, index) => (
          <Bar
            key={bucket.start}
            label={`${formatTime(bucket.start).slice(0, 16)}: ${countOf(bucket.count, noun)}`}
            x={slotOf(bucket) * step}
            step={step}
            share={bucket.count / peak}
            isTabStop={index === Math.min(tabStop, buckets.length - 1)}
            onFocus={() => setTabStop(index)}
            onSelect={() => onSelect({ from: new Date(bucket.start), to: later(bucket.start, width) })}
          />
        ))}
      </svg>
      <div className="histogram-axis" aria-hidden="true">
        <span>{formatTime(first.start).slice(0, 16)}</span>
        <span>{formatTime(later(first.start, slots * width)).slice(0, 16)}</span>
      </div>
    </figure>
  );
}

function later(start: string, seconds: number): Date {
  return new Date(Date.parse(start) + seconds * 1000);
}

interface BarProps {
  readonly label: string;
  readonly x: number;
  readonly step: number;
  readonly share: number;
  /** True for the bar in the tab order. */
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onSelect: () => void;
}

function Bar({ label, x, step, share, isTabStop, onFocus, onSelect }: BarProps) {
  const gap = Math.min(step * 0.15, 3);
  const top = share === 0 ? 0 : Math.max(share * (height - 2), 2);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain a button element
    <g
      role="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      onClick={onSelect}
      onFocus={onFocus}
      onKeyDown={(event) => pressKey(event, onSelect)}
    >
      <title>{label}</title>
      <rect className="histogram-slot" x={x} y={0} width={step} height={height} />
      <rect className="histogram-bar" x={x + gap / 2} y={height - top} width={step - gap} height={top} />
    </g>
  );
}

function pressKey(event: KeyboardEvent<SVGGElement>, onSelect: () => void) {
  const bar = event.currentTarget;
  const next = { ArrowRight: bar.nextElementSibling, ArrowLeft: bar.previousElementSibling }[event.key];
  if (next instanceof SVGGElement) {
    event.preventDefault();
    next.focus();
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    onSelect();
  }
}

function spanName(seconds: number): string {
  const names: readonly (readonly [number, string])[] = [
    [604_800, 'week'],
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  for (const [size, name] of names) {
    if (seconds >= size && Number.isInteger(seconds / size)) {
      return countOf(seconds / size, name);
    }
  }
  return countOf(seconds, 'second');
}
