/**
 * Keeps the focus where the person is. Without it, the browser moves the focus to the document if the focused control
 * is removed or disabled, so that Tab starts at the top of the page. Instead, the nearest remaining element around the
 * control gets the focus. A control that is enabled again gets it back, unless the person has moved on.
 */
export function keepFocus(): void {
  let last: { readonly control: HTMLElement; readonly around: readonly Element[] } | undefined;

  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.hasAttribute(placeholder)) {
      last = { control: target, around: ancestorsOf(target) };
    }
  });

  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    if (last === undefined) {
      return;
    }
    const { control, around } = last;
    const isUsable = control.isConnected && !control.matches(':disabled');
    if (isUsable && active?.hasAttribute(placeholder)) {
      control.focus();
    } else if (!isUsable && (active === control || active === document.body || active === null)) {
      focusPlaceholder(around.find((element) => element.isConnected));
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

/** Marks an element that has the focus in place of a control. */
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
  const restore = () => {
    element.removeAttribute(placeholder);
    if (!isFocusable) {
      element.removeAttribute('tabindex');
    }
  };
  element.addEventListener('blur', restore, { once: true });
}

/** The elements around a control, the nearest first. */
function ancestorsOf(control: Element): readonly Element[] {
  const parent = control.parentElement;
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}
