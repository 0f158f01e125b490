import { useEffect, useRef, useState } from 'react';
import { type AlertStatus, SubmitVerdictDocument, UpdateAlertDocument } from '../generated/operations.js';
import { conflictUpdatedAt, readDraft, rebaseDraft, storeDraft } from '../shared/drafts.js';
import { formatEnum } from '../shared/format.js';
import type { GraphFailure } from '../shared/graph-client.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { actorInput, readAnalystName, storeAnalystName, useIsIdentified } from './analyst.js';
import type { AlertDetail } from './data.js';
import type { Queue } from './use-queue.js';

interface TriageDraft {
  readonly status: AlertStatus;
  readonly notes: string;
  readonly analyst: string;
}

export interface Triage {
  readonly draft: TriageDraft;
  change(part: Partial<TriageDraft>): void;
  saveStatus(): Promise<void>;
  submitVerdict(isTruePositive: boolean): Promise<void>;
  readonly busy: boolean;
  readonly failure: GraphFailure | undefined;
  /** A message for the last saved change. */
  readonly success: string | undefined;
}

interface TriageOptions {
  readonly alert: AlertDetail;
  readonly queue: Pick<Queue, 'recordChange' | 'afterOwnChanges'>;
}

/** The draft of a change of an alert, with the mutations that save it. Unchanged notes are not sent. */
export function useTriage({ alert, queue }: TriageOptions): Triage {
  const { status } = alert;
  const draftKey = { kind: 'notes', personId: useViewer().id, id: alert.id } as const;
  const [draft, setDraft] = useState<TriageDraft>(() => ({
    status,
    notes: readDraft(draftKey)?.text ?? alert.notes,
    analyst: readAnalystName(),
  }));
  const update = useMutation(UpdateAlertDocument);
  const verdict = useMutation(SubmitVerdictDocument);
  const isIdentified = useIsIdentified();
  const savedValues = useRef({ status, notes: alert.notes });
  // Values of the draft that the person has not changed follow the stored values, which other analysts can change.
  useEffect(() => {
    const before = savedValues.current;
    savedValues.current = { status, notes: alert.notes };
    setDraft((present) => ({
      ...present,
      status: present.status === before.status ? status : present.status,
      notes: present.notes === before.notes ? alert.notes : present.notes,
    }));
  }, [status, alert.notes]);
  /** The `updatedAt` of the alert when the person began to change the status. Live updates do not change it. */
  const initialUpdatedAt = useRef<string>(undefined);
  const failure = update.failure ?? verdict.failure;
  // The page shows the values of a conflict. If the person saves again, they are replaced.
  useEffect(() => {
    const conflictAt = conflictUpdatedAt(failure);
    if (conflictAt !== undefined) {
      initialUpdatedAt.current = undefined;
      rebaseDraft(draftKey, conflictAt);
    }
  }, [failure]);
  const expected = () => {
    const basedOn = readDraft(draftKey)?.basedOn ?? initialUpdatedAt.current ?? alert.updatedAt;
    // An assignment by the same person does not conflict.
    return { expectedUpdatedAt: queue.afterOwnChanges(alert.id, basedOn) };
  };
  const notes = draft.notes === alert.notes ? undefined : draft.notes;

  function report(saved: SavedAlert | undefined, isVerdict: boolean) {
    if (saved !== undefined) {
      // Text that was typed while the change was being saved remains a draft.
      const typed = readDraft(draftKey)?.text ?? draft.notes;
      storeDraft(draftKey, typed === draft.notes ? undefined : { text: typed, basedOn: saved.updatedAt });
      initialUpdatedAt.current = undefined;
      const { id, endpointId } = alert;
      const previousNotes = notes === undefined ? undefined : alert.notes;
      const to = saved.status;
      const change = { from: status, to, previousNotes };
      queue.recordChange({ id, endpointId, updatedAt: saved.updatedAt, status: change, isVerdict });
    }
  }

  return {
    draft,
    change: (part) => {
      const next = { ...draft, ...part };
      setDraft(next);
      initialUpdatedAt.current = next.status === status ? undefined : (initialUpdatedAt.current ?? alert.updatedAt);
      if (part.notes !== undefined) {
        const basedOn = readDraft(draftKey)?.basedOn ?? alert.updatedAt;
        storeDraft(draftKey, part.notes === alert.notes ? undefined : { text: part.notes, basedOn });
      }
    },
    async saveStatus() {
      storeAnalystName(draft.analyst.trim());
      verdict.clear();
      const actor = actorInput(draft.analyst, isIdentified);
      const saved = await update.run({ input: { ...expected(), id: alert.id, status: draft.status, notes, actor } });
      report(saved?.updateAlert.alert, false);
    },
    async submitVerdict(isTruePositive) {
      storeAnalystName(draft.analyst.trim());
      update.clear();
      const actor = actorInput(draft.analyst, isIdentified);
      const saved = await verdict.run({ input: { ...expected(), alertId: alert.id, isTruePositive, notes, actor } });
      report(saved?.submitVerdict.alert, true);
    },
    busy: update.busy || verdict.busy,
    failure,
    success: savedMessage(update.data?.updateAlert.alert, verdict.data?.submitVerdict.alert),
  };
}

type SavedAlert = Pick<AlertDetail, 'status' | 'updatedAt'>;

function savedMessage(updated: SavedAlert | undefined, withVerdict: SavedAlert | undefined): string | undefined {
  if (updated !== undefined) {
    return `Saved. Status: ${formatEnum(updated.status)}`;
  }
  if (withVerdict !== undefined) {
    return `Verdict saved. Status: ${formatEnum(withVerdict.status)}`;
  }
  return undefined;
}
