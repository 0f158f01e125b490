import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import { formatNumber, formatTick } from './format.js';
import { type ChartBucket, type ChartSeries, rangeOf, type TimeRange } from './time-buckets.js';
import { isLocalTime } from './time-zone.js';

interface TimeChartCanvasProps {
  readonly width: number;
  readonly buckets: readonly ChartBucket[];
  readonly series: readonly ChartSeries[];
  readonly onZoom: (range: TimeRange) => void;
  /** Called with the index of the bucket under the pointer; undefined without one. */
  readonly onShow: (index: number | undefined) => void;
}

const height = 150;
/** Limits the width of the bars of a short chart. */
const minSlots = 24;
const steps = [1, 2, 5].flatMap((digit) => Array.from({ length: 9 }, (_, power) => digit * 10 ** power));

/** The bars and axes of a chart, drawn by uPlot. */
export function TimeChartCanvas({ width, buckets, series, onZoom, onShow }: TimeChartCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef({ onZoom, onShow, buckets });
  latest.current = { onZoom, onShow, buckets };
  const isDark = useSyncExternalStore(subscribeToScheme, () => scheme.matches);
  const key = JSON.stringify([buckets, series, width]);

  useEffect(() => {
    const element = frame.current;
    const [drawn, given, seconds] = JSON.parse(key) as [ChartBucket[], ChartSeries[], number]; // As written above.
    if (element === null || drawn.length === 0) {
      return;
    }
    const zoom = (from: number, to: number) => latest.current.onZoom(roundedOut(from, to, seconds));
    const options = optionsOf({ series: given, width: seconds, isDark, zoom, frame: element });
    const chart = new uPlot(
      {
        ...options,
        hooks: {
          ...options.hooks,
          setCursor: [({ cursor: { idx } }) => latest.current.onShow(idx != null && drawn[idx] ? idx : undefined)],
        },
      },
      dataOf(drawn, given.length, seconds),
      element,
    );
    chart.over.addEventListener('click', () => {
      const bucket = drawn[chart.cursor.idx ?? -1];
      if (chart.select.width === 0 && bucket !== undefined) {
        latest.current.onZoom(rangeOf(bucket, seconds));
      }
    });
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [key, isDark]);

  return <div ref={frame} />;
}

const scheme = matchMedia('(prefers-color-scheme: dark)');

function subscribeToScheme(listener: () => void): () => void {
  scheme.addEventListener('change', listener);
  return () => scheme.removeEventListener('change', listener);
}

interface ChartOptions {
  readonly series: readonly ChartSeries[];
  readonly width: number;
  readonly isDark: boolean;
  readonly frame: HTMLElement;
  readonly zoom: (from: number, to: number) => void;
}

function optionsOf({ series, width, frame, zoom }: ChartOptions): uPlot.Options {
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--text-soft'),
    font: `12px ${color('--font')}`,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1 },
  };
  const paths = uPlot.paths.bars?.({ size: [0.85], align: 1 });
  // The whole stack is drawn first, and what is below it over it.
  const bars = series.toReversed().map(({ name, color: property }) => ({
    ...{ label: name, fill: color(property), width: 0, points: { show: false } },
    ...(paths !== undefined && { paths }),
  }));
  return {
    ...{ width: frame.clientWidth, height, legend: { show: false } },
    tzDate: (seconds) => {
      const time = new Date(seconds * 1000);
      return isLocalTime ? time : uPlot.tzDate(time, 'Etc/UTC');
    },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 4 } },
    scales: {
      x: { time: true, range: (_, min, max) => [min, max + width] },
      y: { range: (_, __, max) => [0, Math.max(max, 1)] },
    },
    axes: [
      {
        ...axis,
        space: 90,
        values: (_, times, __, ___, distance) => times.map((time) => formatTick(new Date(time * 1000), distance)),
      },
      { ...axis, size: 56, incrs: steps, values: (_, values) => values.map(formatNumber) },
    ],
    series: [{}, ...bars],
    hooks: {
      setSelect: [
        (chart) => {
          const { left, width: pixels } = chart.select;
          if (pixels > 0) {
            zoom(chart.posToVal(left, 'x'), chart.posToVal(left + pixels, 'x'));
          }
        },
      ],
    },
  };
}

/** Times, then the heights of the stack from its top to its bottom. A short chart is filled up with empty buckets. */
function dataOf(buckets: readonly ChartBucket[], count: number, width: number): uPlot.AlignedData {
  const start = buckets[0]?.start ?? 0;
  const slots = Math.max(buckets.length, minSlots);
  const times = Array.from({ length: slots }, (_, index) => buckets[index]?.start ?? start + index * width);
  const heights = Array.from({ length: count }, (_, top) =>
    times.map((_, index) => sumOf(buckets[index]?.counts.slice(0, count - top))),
  );
  return [times, ...heights];
}

function sumOf(counts: readonly number[] = []): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A selection, extended to whole buckets. */
function roundedOut(from: number, to: number, width: number): TimeRange {
  const start = Math.floor(from / width) * width;
  return { from: new Date(start * 1000), to: new Date(Math.max(Math.ceil(to / width) * width, start + width) * 1000) };
}
