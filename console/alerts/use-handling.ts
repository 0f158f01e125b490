import { useEffect, useState } from 'react';
import { type AlertStatus, SubmitVerdictDocument, UpdateAlertDocument } from '../generated/operations.js';
import { formatEnum } from '../shared/format.js';
import type { GraphFailure } from '../shared/graph-client.js';
import { useChange } from '../shared/use-change.js';
import { authorOf, readAnalyst, writeAnalyst } from './analyst.js';
import type { AlertDetail } from './data.js';

export interface HandlingDraft {
  readonly status: AlertStatus;
  readonly notes: string;
  readonly analyst: string;
}

export interface Handling {
  readonly draft: HandlingDraft;
  change(part: Partial<HandlingDraft>): void;
  saveStatus(): Promise<void>;
  giveVerdict(isTruePositive: boolean): Promise<void>;
  readonly busy: boolean;
  readonly failure: GraphFailure | undefined;
  /** What was saved last, in words. */
  readonly done: string | undefined;
}

/** The draft of a change of one alert and the two ways to save it. Notes that were not touched are not sent. */
export function useHandling(alert: AlertDetail): Handling {
  const { status, analystNotes } = alert;
  const [draft, setDraft] = useState<HandlingDraft>({ status, notes: analystNotes, analyst: readAnalyst() });
  const update = useChange(UpdateAlertDocument);
  const verdict = useChange(SubmitVerdictDocument);
  // What is stored now, by this analyst or another, is what the next change starts from.
  useEffect(() => setDraft((present) => ({ ...present, status })), [status]);
  useEffect(() => setDraft((present) => ({ ...present, notes: analystNotes })), [analystNotes]);
  const notes = draft.notes === analystNotes ? undefined : draft.notes;

  return {
    draft,
    change: (part) => setDraft({ ...draft, ...part }),
    async saveStatus() {
      writeAnalyst(draft.analyst.trim());
      verdict.clear();
      await update.run({ input: { id: alert.id, status: draft.status, notes, resolvedBy: authorOf(draft.analyst) } });
    },
    async giveVerdict(isTruePositive) {
      writeAnalyst(draft.analyst.trim());
      update.clear();
      await verdict.run({ input: { alertId: alert.id, isTruePositive, notes, analyst: authorOf(draft.analyst) } });
    },
    busy: update.busy || verdict.busy,
    failure: update.failure ?? verdict.failure,
    done: doneNote(update.done?.updateAlert.alert, verdict.done?.submitVerdict.alert),
  };
}

type SavedAlert = Pick<AlertDetail, 'status'>;

function doneNote(updated: SavedAlert | undefined, judged: SavedAlert | undefined): string | undefined {
  if (updated !== undefined) {
    return `Saved. Status: ${formatEnum(updated.status)}`;
  }
  if (judged !== undefined) {
    return `Verdict saved. Status: ${formatEnum(judged.status)}`;
  }
  return undefined;
}
