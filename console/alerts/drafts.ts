interface DraftOf {
  readonly kind: 'comment' | 'notes';
  /** The person who types. */
  readonly personId: string;
  readonly alertId: string;
}

/** The unsent text of this person in this tab. Undefined without a draft. */
export function readDraft(draft: DraftOf): string | undefined {
  return sessionStorage.getItem(keyOf(draft)) ?? undefined;
}

/**
 * Stores a draft for the time when the panel is closed or shows another alert. Undefined removes it. Other people never
 * see it.
 */
export function storeDraft(draft: DraftOf, text: string | undefined): void {
  if (text === undefined) {
    sessionStorage.removeItem(keyOf(draft));
  } else {
    sessionStorage.setItem(keyOf(draft), text);
  }
}

function keyOf({ kind, personId, alertId }: DraftOf): string {
  return `rampart.${kind}.${personId}.${alertId}`;
}
