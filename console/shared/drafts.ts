import { useState } from 'react';
import type { GraphFailure } from './graph-client.js';
import { useViewer } from './permissions.js';

/** A draft of the person who is signed in. */
interface OwnDraft {
  readonly kind:
    | ('comment' | 'edit' | 'notes' | 'incident-comment' | 'incident-title' | 'bulk-notes' | 'suppression')
    | ('incident' | 'evidence' | 'mass-change' | 'bulk-lookup' | 'brand' | 'site' | 'license-document')
    | ('notification-rule' | 'token' | 'mirror-client');
  /** The id of the edited object, or another value that distinguishes drafts of this kind. Empty for a new object. */
  readonly id: string;
}

interface DraftKey extends OwnDraft {
  /** The person who types. */
  readonly personId: string;
}

/** An unsent text. */
interface Draft {
  readonly text: string;
  /** The state of the edited object when the person began to type. Later changes by others conflict with the draft. */
  readonly basedOn?: string;
}

/** The draft of this person in this tab. Undefined if there is none. */
export function readDraft(draft: DraftKey): Draft | undefined {
  const storedDraft = sessionStorage.getItem(storageKeyOf(draft));
  return storedDraft === null ? undefined : (JSON.parse(storedDraft) as Draft); // `storeDraft` stores this format.
}

/**
 * Stores a draft in this tab, where it remains after its form is closed or the page is reloaded, until the person signs
 * out. `undefined` removes it, as does a draft that exceeds the browser’s storage quota.
 */
export function storeDraft(draft: DraftKey, value: Draft | undefined): void {
  if (value === undefined) {
    sessionStorage.removeItem(storageKeyOf(draft));
    return;
  }
  try {
    sessionStorage.setItem(storageKeyOf(draft), JSON.stringify(value));
  } catch {
    // The storage quota is exceeded. Without a draft, a form does not show outdated text as the latest.
    sessionStorage.removeItem(storageKeyOf(draft));
  }
}

type TextDraft = readonly [text: string, setText: (text: string) => void, removeSent: (sent: string) => void];

/**
 * The text of a field, stored as a draft while it differs from the initial one. `removeSent` removes a text that the
 * server has accepted, but not text that was typed in the meantime.
 */
export function useTextDraft(own: OwnDraft, initial = ''): TextDraft {
  const draft = useDraftKey(own);
  const [typed, setTyped] = useState(() => readDraft(draft)?.text);

  function setText(text: string) {
    const changed = text === initial ? undefined : text;
    setTyped(changed);
    storeDraft(draft, changed === undefined ? undefined : { text: changed });
  }

  function removeSent(sent: string) {
    const present = readDraft(draft)?.text ?? sent;
    setText(present.startsWith(sent) ? present.slice(sent.length).trimStart() : present);
  }

  return [typed ?? initial, setText, removeSent];
}

interface FormDraftOptions<Values> {
  readonly initial: Values;
  /** The current state of the edited object; see `Draft`. */
  readonly basedOn?: string;
  /** Fields that can contain a secret. They are never stored. */
  readonly secrets?: readonly (keyof Values & string)[];
}

export interface FormDraft<Values> {
  /** The typed values, and the initial values of all other fields. */
  readonly values: Values;
  /** Whether any value differs from the initial one. */
  readonly isChanged: boolean;
  /** The state of the edited object when the person began to type. */
  readonly basedOn: string;
  change(part: Partial<Values>): void;
  /** The properties of the input of a value. */
  field<Name extends keyof Values>(name: Name): FieldProps<Values[Name]>;
  /** Bases the typed values on a later state, which the person has seen. */
  rebase(basedOn: string): void;
  /** Restores the initial values. Call this when the form is cancelled. */
  discard(): void;
  /**
   * Removes values that the server has accepted, but not those that were typed in the meantime.
   * @param savedAs the state of the edited object with the accepted values
   */
  removeSent(sent: Values, savedAs?: string): void;
}

interface FieldProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The values of a form. Those that differ from the initial ones are stored as a draft, except `secrets`. */
export function useFormDraft<Values extends object>(
  own: OwnDraft,
  { initial, basedOn: present = '', secrets = [] }: FormDraftOptions<Values>,
): FormDraft<Values> {
  const draft = useDraftKey(own);
  const [{ values, basedOn = present }, setTyped] = useState(() => parseTypedValues<Values>(readDraft(draft)));
  const secretNames: readonly string[] = secrets;

  function storeValues(next: Partial<Values>, base: string | undefined) {
    setTyped({ values: next, ...(base !== undefined && { basedOn: base }) });
    const storedEntries = Object.entries(next).filter(([name]) => !secretNames.includes(name));
    const text = JSON.stringify(Object.fromEntries(storedEntries));
    storeDraft(draft, storedEntries.length === 0 ? undefined : { text, ...(base !== undefined && { basedOn: base }) });
  }

  const current: Values = { ...initial, ...values };

  function change(part: Partial<Values>) {
    const next = differencesOf({ ...values, ...part }, initial);
    storeValues(next, Object.keys(next).length === 0 ? undefined : basedOn);
  }

  return {
    values: current,
    isChanged: Object.keys(differencesOf(values, initial)).length > 0,
    basedOn,
    change,
    field: (name) => ({
      value: current[name],
      onChange(value) {
        const part: Partial<Values> = {};
        part[name] = value;
        change(part);
      },
    }),
    rebase: (later) => storeValues(values, later),
    discard: () => storeValues({}, undefined),
    removeSent(sent, savedAs) {
      const typedSince = differencesOf(parseTypedValues<Values>(readDraft(draft)).values, sent);
      storeValues(typedSince, Object.keys(typedSince).length === 0 ? undefined : savedAs);
    },
  };
}

interface TypedValues<Values> {
  readonly values: Partial<Values>;
  readonly basedOn?: string;
}

function parseTypedValues<Values>(draft: Draft | undefined): TypedValues<Values> {
  return draft === undefined ? { values: {} } : { ...draft, values: JSON.parse(draft.text) }; // `storeValues` stores this format.
}

/** The members of `values` whose JSON differs from that in `initial`. */
function differencesOf<Values extends object>(values: Partial<Values>, initial: Values): Partial<Values> {
  const before: Partial<Record<string, unknown>> = { ...initial };
  const entries = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(entries) as Partial<Values>; // Some members of `values`.
}

/**
 * Bases a draft on the later state `to`. Does nothing without a draft, or if it is based on another state than `from`.
 * Without `from`, the draft may be based on any state.
 */
export function rebaseDraft(draft: DraftKey, to: string, from?: string): void {
  const storedDraft = readDraft(draft);
  if (storedDraft !== undefined && (from === undefined || storedDraft.basedOn === from)) {
    storeDraft(draft, { ...storedDraft, basedOn: to });
  }
}

function useDraftKey(own: OwnDraft): DraftKey {
  return { ...own, personId: useViewer().id };
}

function storageKeyOf({ kind, personId, id }: DraftKey): string {
  return `rampart.draft.${kind}.${personId}.${id}`;
}

/** `updatedAt` of the stored values (`theirs`) in a CONFLICT error; undefined for other errors. */
export function conflictUpdatedAt(failure: GraphFailure | undefined): string | undefined {
  const theirs = failure?.details.theirs as { readonly updatedAt?: string | null } | undefined; // The documented format of `theirs`.
  return theirs?.updatedAt ?? undefined;
}
