/**
 * Preserves the keyboard focus when the focused control is removed or disabled. By default, the browser moves the focus
 * to the document, so Tab starts at the top of the page. Instead, the nearest remaining element around the control
 * receives the focus. If an item of a list was removed, the next item receives it, or the previous one, or the heading
 * of the list. A control that is enabled again, or was only moved, receives it again, unless the person has moved on.
 */
export function keepFocus(): void {
  let last: Place | undefined;

  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.hasAttribute(placeholder)) {
      last = placeOf(target);
    }
  });

  const observer = new MutationObserver((records) => {
    const active = document.activeElement;
    if (last === undefined) {
      return;
    }
    const { control } = last;
    const isLost = active === control || active === document.body || active === null;
    if (control.isConnected) {
      last = { ...last, lists: listsAround(control) };
    }
    if (control.isConnected && !control.matches(':disabled')) {
      if (active?.hasAttribute(placeholder) || (active !== control && isLost && isMoved(control, records))) {
        control.focus({ preventScroll: true });
      }
    } else if (isLost) {
      focusPlaceholder(remainderOf(last));
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

/** The position of the focused control in the page, recorded to find another element after the control is removed. */
interface Place {
  readonly control: HTMLElement;
  /** The ancestors of the control, the nearest first. */
  readonly around: readonly Element[];
  /** The lists that contain the control, the nearest first. */
  readonly lists: readonly List[];
}

interface List {
  readonly items: readonly Element[];
  /** Index of the list item that contains the control. */
  readonly index: number;
  readonly heading: Element | undefined;
}

/** Selects the items of lists and the rows of tables. */
const itemSelector = 'li, tr';
const headingSelector = 'h1, h2, h3';

function placeOf(control: HTMLElement): Place {
  return { control, around: ancestorsOf(control), lists: listsAround(control) };
}

function listsAround(control: Element): readonly List[] {
  return [control, ...ancestorsOf(control)]
    .filter((element) => element.matches(itemSelector))
    .map((item) => {
      const items = [...(item.parentElement?.children ?? [])];
      return { items, index: items.indexOf(item), heading: headingBefore(item) };
    });
}

/** The last heading before an element. */
function headingBefore(element: Element): Element | undefined {
  return [...document.querySelectorAll(headingSelector)].findLast(
    (heading) => (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

/** The element that receives the focus instead of a removed or disabled control. */
function remainderOf({ control, around, lists }: Place): Element | undefined {
  const isConnected = (element: Element | undefined) => element?.isConnected;
  const removed = lists.findLast(({ items, index }) => !items[index]?.isConnected);
  if (control.isConnected || removed === undefined) {
    return around.find(isConnected);
  }
  const { items, index, heading } = removed;
  const neighbors = [...items.slice(index + 1), ...items.slice(0, index).reverse()];
  return [...neighbors, heading, ...around].find(isConnected);
}

/** Whether an element was removed and inserted again, which takes the focus from it. */
function isMoved(control: Element, records: readonly MutationRecord[]): boolean {
  return records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(control)));
}

/** Attribute that marks an element that has the focus instead of a control. */
const placeholder = 'data-focus-placeholder';

function focusPlaceholder(element: Element | undefined): void {
  if (!(element instanceof HTMLElement) || element === document.body) {
    return;
  }
  const isFocusable = element.hasAttribute('tabindex');
  element.setAttribute(placeholder, '');
  if (!isFocusable) {
    element.tabIndex = -1;
  }
  element.focus({ preventScroll: true });
  if (element.matches(`${itemSelector}, ${headingSelector}`)) {
    element.scrollIntoView({ block: 'nearest' });
  }
  const restore = () => {
    element.removeAttribute(placeholder);
    if (!isFocusable) {
      element.removeAttribute('tabindex');
    }
  };
  element.addEventListener('blur', restore, { once: true });
}

/** Returns the ancestors of a control, the nearest first. */
function ancestorsOf(control: Element): readonly Element[] {
  const parent = control.parentElement;
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}
