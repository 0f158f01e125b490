/** Limits of the width of an alert's panel in pixels, both inclusive. */
export interface WidthLimits {
  readonly min: number;
  readonly max: number;
  /** The width before the person changes it. */
  readonly initial: number;
}

const minPanelWidthPx = 360;
/** Up to this width of the window, the panel covers the list; the style sheet contains the same value. */
const maxOverlayWindowWidthPx = 1400;
/** The minimum width of filters and list alongside the panel. */
const minListWidthPx = 700;
/** The width of the list that remains visible alongside a panel that covers it. */
const visibleListWidthPx = 48;
const stepWidthPx = 16;

export function limitsOf(windowWidth: number): WidthLimits {
  if (windowWidth > maxOverlayWindowWidthPx) {
    return { min: minPanelWidthPx, max: windowWidth - minListWidthPx, initial: 480 };
  }
  const max = Math.max(minPanelWidthPx, windowWidth - visibleListWidthPx);
  return { min: minPanelWidthPx, max, initial: Math.min(512, max) };
}

/** Restricts a width to the limits. Undefined: the initial width. */
export function clampWidth(width: number | undefined, { min, max, initial }: WidthLimits): number {
  return Math.round(Math.min(max, Math.max(min, width ?? initial)));
}

/** The width after a key on the left edge of the panel. Undefined if the key does not resize it. */
export function widthAfter(key: string, width: number, limits: WidthLimits): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return clampWidth(width + stepWidthPx, limits);
    case 'ArrowRight':
      return clampWidth(width - stepWidthPx, limits);
    case 'Home':
      return limits.min;
    case 'End':
      return limits.max;
    case 'Enter':
      return limits.initial;
    default:
      return undefined;
  }
}

/** Parses a stored width. Undefined if it is invalid. */
export function parseWidth(storedWidth: string | null): number | undefined {
  const width = Number(storedWidth ?? '');
  return Number.isFinite(width) && width > 0 ? width : undefined;
}
