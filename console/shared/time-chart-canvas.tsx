import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import { formatNumber, formatTick } from './format.js';
import { type ChartBucket, type ChartSeries, padBuckets, rangeOf, type TimeRange } from './time-buckets.js';
import { isLocalTime } from './time-zone.js';

interface TimeChartCanvasProps {
  /** Duration of each bucket. */
  readonly intervalSeconds: number;
  readonly buckets: readonly ChartBucket[];
  readonly series: readonly ChartSeries[];
  /** Whether the limits of the buckets are drawn. */
  readonly hasLimit: boolean;
  readonly onZoom: (range: TimeRange) => void;
  /** Called with the index of the bucket below the pointer; undefined if there is none. */
  readonly onShow: (index: number | undefined) => void;
}

/** Steps between the grid lines of counts, ascending. */
const steps = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();
/** Minimum distance between grid lines in pixels. */
const minSpacePx = 28;

/** The bars and axes of a chart, drawn by uPlot. */
export function TimeChartCanvas({ intervalSeconds, buckets, series, hasLimit, onZoom, onShow }: TimeChartCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef({ onZoom, onShow, buckets });
  latest.current = { onZoom, onShow, buckets };
  const isDark = useSyncExternalStore(subscribeToScheme, () => scheme.matches);
  const key = JSON.stringify([buckets, series, intervalSeconds, hasLimit]);

  useEffect(() => {
    const element = frame.current;
    const [chartBuckets, chartSeries, seconds, isLimited] = JSON.parse(key) as [
      ChartBucket[],
      ChartSeries[],
      number,
      boolean,
    ]; // The key was written above.
    if (element === null || chartBuckets.length === 0) {
      return;
    }
    const zoom = (from: number, to: number) => latest.current.onZoom(extendToBuckets(from, to, seconds));
    const options = optionsOf({
      series: chartSeries,
      hasLimit: isLimited,
      intervalSeconds: seconds,
      isDark,
      zoom,
      frame: element,
    });
    const slots = padBuckets(chartBuckets, seconds);
    const padding = slots.length - chartBuckets.length;
    const shownAt = (index: number | null | undefined) => (index == null ? undefined : chartBuckets[index - padding]);
    const chart = new uPlot(
      {
        ...options,
        hooks: {
          ...options.hooks,
          setCursor: [
            ({ cursor: { idx } }) =>
              latest.current.onShow(shownAt(idx) === undefined ? undefined : Number(idx) - padding),
          ],
        },
      },
      dataOf(slots, chartSeries.length, isLimited),
      element,
    );
    chart.over.addEventListener('click', () => {
      const bucket = shownAt(chart.cursor.idx);
      if (chart.select.width === 0 && bucket !== undefined) {
        latest.current.onZoom(rangeOf(bucket, seconds));
      }
    });
    const observer = new ResizeObserver(() => chart.setSize(sizeOf(element)));
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
  readonly hasLimit: boolean;
  /** Duration of each bucket. */
  readonly intervalSeconds: number;
  readonly isDark: boolean;
  readonly frame: HTMLElement;
  readonly zoom: (from: number, to: number) => void;
}

function optionsOf({ series, hasLimit, intervalSeconds, frame, zoom }: ChartOptions): uPlot.Options {
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--text-soft'),
    font: `12px ${color('--font')}`,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1 },
  };
  const paths = uPlot.paths.bars?.({ size: [0.85], align: 1 });
  // The complete stack is drawn first, and each lower part over it.
  const bars = series.toReversed().map(({ name, color: property }) => ({
    ...{ label: name, fill: color(property), width: 0, points: { show: false } },
    ...(paths !== undefined && { paths }),
  }));
  const steppedPaths = uPlot.paths.stepped?.({ align: 1 });
  const limit = {
    ...{ label: 'Limit', stroke: color('--text'), width: 1.5, dash: [6, 4], points: { show: false } },
    ...(steppedPaths !== undefined && { paths: steppedPaths }),
  };
  return {
    ...sizeOf(frame),
    legend: { show: false },
    tzDate: (seconds) => {
      const time = new Date(seconds * 1000);
      return isLocalTime ? time : uPlot.tzDate(time, 'Etc/UTC');
    },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 4 } },
    scales: {
      x: { time: true, range: (_, min, max) => [min, max + intervalSeconds] },
      y: { range: (_, __, max) => [0, Math.max(max, 1) * 1.05] },
    },
    axes: [
      {
        ...axis,
        space: 90,
        values: (_, times, __, ___, distance) => times.map((time) => formatTick(new Date(time * 1000), distance)),
      },
      { ...axis, size: 56, space: minSpacePx, incrs: steps, values: (_, values) => values.map(formatNumber) },
    ],
    series: [{}, ...bars, ...(hasLimit ? [limit] : [])],
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

/**
 * Returns the data series for uPlot: times, then the cumulative heights of the stack from top to bottom, then the
 * limits.
 */
function dataOf(buckets: readonly ChartBucket[], count: number, hasLimit: boolean): uPlot.AlignedData {
  const heights = Array.from({ length: count }, (_, top) =>
    buckets.map(({ counts }) => sumOf(counts.slice(0, count - top))),
  );
  const limits = hasLimit ? [buckets.map(({ limit }) => limit ?? null)] : [];
  return [buckets.map(({ start }) => start), ...heights, ...limits];
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Extends a selection to whole buckets. */
function extendToBuckets(from: number, to: number, intervalSeconds: number): TimeRange {
  const start = Math.floor(from / intervalSeconds) * intervalSeconds;
  const end = Math.max(Math.ceil(to / intervalSeconds) * intervalSeconds, start + intervalSeconds);
  return { from: new Date(start * 1000), to: new Date(end * 1000) };
}

function sizeOf({ clientWidth: width, clientHeight: height }: Element): { width: number; height: number } {
  return { width, height };
}
