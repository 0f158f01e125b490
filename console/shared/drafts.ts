import { useState } from 'react';
import type { GraphFailure } from './graph-client.js';

interface DraftOf {
  readonly kind:
    | ('comment' | 'edit' | 'notes' | 'incident-comment' | 'incident-title' | 'bulk-notes' | 'suppression')
    | ('incident' | 'evidence' | 'mass-change' | 'bulk-lookup' | 'brand' | 'site' | 'license-document')
    | ('notification-rule' | 'token' | 'mirror-client');
  /** The person who types. */
  readonly personId: string;
  /** Of the edited object, or what else distinguishes drafts of this kind. Empty for a new object. */
  readonly id: string;
}

/** An unsent text. */
interface Draft {
  readonly text: string;
  /** The state of the edited object when the person began to type. What others change later conflicts. */
  readonly basedOn?: string;
}

/** The unsent text of this person in this tab. Undefined without a draft. */
export function readDraft(draft: DraftOf): Draft | undefined {
  const stored = sessionStorage.getItem(keyOf(draft));
  return stored === null ? undefined : (JSON.parse(stored) as Draft); // Only `storeDraft` writes it.
}

/**
 * Stores a draft for the time when its form is closed or the page is loaded again. Undefined removes it. Other people
 * never see it.
 */
export function storeDraft(draft: DraftOf, value: Draft | undefined): void {
  if (value === undefined) {
    sessionStorage.removeItem(keyOf(draft));
    return;
  }
  try {
    sessionStorage.setItem(keyOf(draft), JSON.stringify(value));
  } catch {
    // The browser limits the size of all drafts. A form must not show an earlier text as the last one.
    sessionStorage.removeItem(keyOf(draft));
  }
}

/** The text of a field, stored as a draft while it differs from the initial one. */
export function useTextDraft(draft: DraftOf, initial = ''): readonly [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(() => readDraft(draft)?.text);

  function type(text: string) {
    const changed = text === initial ? undefined : text;
    setTyped(changed);
    storeDraft(draft, changed === undefined ? undefined : { text: changed });
  }

  return [typed ?? initial, type];
}

interface FormDraftOptions<Values> {
  readonly initial: Values;
  /** The present state of the edited object; see `Draft`. */
  readonly basedOn?: string;
  /** Fields that can contain a secret. They are never stored. */
  readonly secrets?: readonly (keyof Values & string)[];
}

interface FormDraft<Values> {
  /** What is typed, and the initial values of all other fields. */
  readonly values: Values;
  /** Whether any value differs from the initial one. */
  readonly isChanged: boolean;
  /** The state of the edited object when the person began to type. */
  readonly basedOn: string;
  change(part: Partial<Values>): void;
  /** Bases what is typed on a later state, which the person has seen. */
  rebase(basedOn: string): void;
  /** Restores the initial values. Call this when the form is sent or canceled. */
  discard(): void;
  /** Restores the initial values, then closes the dialog. */
  discardAnd(close: () => void): void;
}

/** The values of a form. Those that differ from the initial ones are stored as a draft. */
export function useFormDraft<Values extends object>(
  draft: DraftOf,
  { initial, basedOn: present = '', secrets = [] }: FormDraftOptions<Values>,
): FormDraft<Values> {
  const [{ values, basedOn = present }, setTyped] = useState(() => typedOf<Values>(readDraft(draft)));
  const secretNames: readonly string[] = secrets;

  function keep(next: Partial<Values>, base: string | undefined) {
    setTyped({ values: next, ...(base !== undefined && { basedOn: base }) });
    const stored = Object.entries(next).filter(([name]) => !secretNames.includes(name));
    const text = JSON.stringify(Object.fromEntries(stored));
    storeDraft(draft, stored.length === 0 ? undefined : { text, ...(base !== undefined && { basedOn: base }) });
  }

  const discard = () => keep({}, undefined);

  return {
    values: { ...initial, ...values },
    isChanged: Object.keys(differencesOf(values, initial)).length > 0,
    basedOn,
    change(part) {
      const next = differencesOf({ ...values, ...part }, initial);
      keep(next, Object.keys(next).length === 0 ? undefined : basedOn);
    },
    rebase: (later) => keep(values, later),
    discard,
    discardAnd(close) {
      discard();
      close();
    },
  };
}

interface Typed<Values> {
  readonly values: Partial<Values>;
  readonly basedOn?: string;
}

function typedOf<Values>(stored: Draft | undefined): Typed<Values> {
  return stored === undefined ? { values: {} } : { ...stored, values: JSON.parse(stored.text) }; // `keep` wrote it.
}

/** The members whose JSON differs. */
function differencesOf<Values extends object>(values: Partial<Values>, initial: Values): Partial<Values> {
  const before: Partial<Record<string, unknown>> = { ...initial };
  const entries = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(entries) as Partial<Values>; // Some members of it.
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
