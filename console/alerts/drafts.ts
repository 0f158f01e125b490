import { useState } from 'react';
import type { GraphFailure } from '../shared/graph-client.js';

interface DraftOf {
  readonly kind: 'comment' | 'edit' | 'notes' | 'incident-comment' | 'incident-title' | 'bulk-notes' | 'suppression';
  /** The person who types. */
  readonly personId: string;
  /** Of the alert, comment or incident, or what else distinguishes drafts of this kind. */
  readonly id: string;
}

/** An unsent text. */
interface Draft {
  readonly text: string;
  /** For notes: `updatedAt` of the alert when the person began to type. What others change later conflicts. */
  readonly basedOn?: string;
}

/** The unsent text of this person in this tab. Undefined without a draft. */
export function readDraft(draft: DraftOf): Draft | undefined {
  const stored = sessionStorage.getItem(keyOf(draft));
  return stored === null ? undefined : (JSON.parse(stored) as Draft); // Only `storeDraft` writes it.
}

/**
 * Stores a draft for the time when the panel is closed or shows another alert. Undefined removes it. Other people never
 * see it.
 */
export function storeDraft(draft: DraftOf, value: Draft | undefined): void {
  if (value === undefined) {
    sessionStorage.removeItem(keyOf(draft));
  } else {
    sessionStorage.setItem(keyOf(draft), JSON.stringify(value));
  }
}

/** The text of a field, stored as a draft while it differs from the initial one. */
export function useTextDraft(draft: DraftOf, initial = ''): readonly [text: string, type: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(draft)?.text ?? initial);

  function type(next: string) {
    setText(next);
    storeDraft(draft, next === initial ? undefined : { text: next });
  }

  return [text, type];
}

/** Bases a draft on a later state of its alert, if it is based on `from` or no state is given. */
export function rebaseDraft(draft: DraftOf, to: string, from?: string): void {
  const stored = readDraft(draft);
  if (stored !== undefined && (from === undefined || stored.basedOn === from)) {
    storeDraft(draft, { ...stored, basedOn: to });
  }
}

function keyOf({ kind, personId, id }: DraftOf): string {
  return `rampart.draft.${kind}.${personId}.${id}`;
}

/** The time of the values that a conflict has shown; undefined for other failures. */
export function seenUpdate(failure: GraphFailure | undefined): string | undefined {
  const theirs = failure?.details.theirs as { readonly updatedAt?: string | null } | undefined; // The format of a conflict.
  return theirs?.updatedAt ?? undefined;
}
