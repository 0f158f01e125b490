import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { clampWidth, limitsOf, parseWidth, widthAfter } from './detail-width.js';

const widthKey = 'rampart.detail-width';

/** The panel alongside the list of alerts. Its left edge moves by dragging and with the arrow keys. */
export function DetailFrame({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const limits = limitsOf(useSyncExternalStore(onResize, () => innerWidth));
  const [chosen, setChosen] = useState(() => parseWidth(localStorage.getItem(widthKey)));
  const width = clampWidth(chosen, limits);

  function choose(next: number) {
    setChosen(next);
    localStorage.setItem(widthKey, String(next));
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = widthAfter(event.key, width, limits);
    if (next !== undefined) {
      event.preventDefault();
      choose(next);
    }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (frame.current !== null && event.currentTarget.hasPointerCapture(event.pointerId)) {
      choose(clampWidth(frame.current.getBoundingClientRect().right - event.clientX, limits));
    }
  }

  return (
    // CSSProperties has no custom properties.
    <div className="detail-frame" ref={frame} style={{ '--detail-width': `${width}px` } as CSSProperties}>
      <hr
        className="detail-edge"
        aria-label="Width of the panel"
        aria-orientation="vertical"
        aria-valuenow={width}
        aria-valuemin={limits.min}
        aria-valuemax={limits.max}
        aria-valuetext={`${width} pixels`}
        title="Drag, or use the arrow keys; Enter resets the width"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      />
      {children}
    </div>
  );
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
