interface DraftOf {
  readonly kind: 'comment' | 'notes';
  /** The person who types. */
  readonly personId: string;
  readonly alertId: string;
}

/** What somebody has typed in this tab and not sent; undefined without a draft. */
export function readDraft(draft: DraftOf): string | undefined {
  return sessionStorage.getItem(keyOf(draft)) ?? undefined;
}

/** Keeps a draft when the panel closes or shows another alert; undefined removes it. Nobody else sees it. */
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
