/** The keys of the list of alerts, in the order of the dialog that lists them. */
export const shortcuts = [
  { key: 'j', action: 'next', label: 'Next alert' },
  { key: 'k', action: 'previous', label: 'Previous alert' },
  { key: 'x', action: 'select', label: 'Select for bulk actions' },
  { key: 'a', action: 'acknowledge', label: 'Acknowledge' },
  { key: 'i', action: 'investigate', label: 'Investigate' },
  { key: 'r', action: 'resolve', label: 'Resolve' },
  { key: 'f', action: 'falsePositive', label: 'Verdict: false positive' },
  { key: 'm', action: 'assign', label: 'Assign to me' },
  { key: 'c', action: 'comment', label: 'Comment' },
  { key: 'u', action: 'undo', label: 'Undo the last change' },
  { key: 'v', action: 'views', label: 'Go to the saved views' },
  { key: '/', action: 'search', label: 'Search' },
  { key: '?', action: 'help', label: 'Keyboard shortcuts' },
] as const;

export type ShortcutAction = (typeof shortcuts)[number]['action'];

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** True while the key is held down. */
  readonly repeat: boolean;
}

/**
 * The action of a key press; undefined if a modifier key is held. While a key is held down, only actions that move are
 * repeated.
 */
export function actionOf(press: KeyPress): ShortcutAction | undefined {
  const action = shortcuts.find(({ key }) => key === press.key)?.action;
  const moves = action === 'next' || action === 'previous';
  return press.ctrlKey || press.metaKey || press.altKey || (press.repeat && !moves) ? undefined : action;
}

/**
 * The row `step` rows after `current`. The first row if `current` is not in the list; at the ends of the list,
 * `current` itself.
 */
export function rowAt(ids: readonly string[], current: string | undefined, step: 1 | -1): string | undefined {
  const index = current === undefined ? -1 : ids.indexOf(current);
  return index < 0 ? ids[0] : (ids[index + step] ?? current);
}

/**
 * The row to continue with after `id`, which may have left the list: the next row that is still in the list, or else
 * the previous one.
 * @param lists the ids of the rows, newest list first
 */
export function rowAfter(lists: readonly (readonly string[])[], id: string): string | undefined {
  const present = new Set(lists[0]);
  const listIds = lists.find((ids) => ids.includes(id)) ?? [];
  const index = listIds.indexOf(id);
  const isPresent = (other: string) => other !== id && present.has(other);
  return listIds.slice(index + 1).find(isPresent) ?? listIds.slice(0, Math.max(index, 0)).findLast(isPresent);
}

/** The set with `id` added, or removed if the set contains it. */
export function toggleId(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) {
    next.add(id);
  }
  return next;
}
