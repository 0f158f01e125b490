import { useEffect, useState } from 'react';
import { formatEnum } from '../shared/format.js';
import type { GraphFailure } from '../shared/graph-client.js';
import { useChange } from '../shared/use-change.js';
import { authorOf, readAnalyst, writeAnalyst } from './analyst.js';
import submitVerdict from './operations/submit-verdict.graphql?raw';
import updateAlert from './operations/update-alert.graphql?raw';
import type { AlertDetail, AlertStatus } from './types.js';

interface UpdateData {
  readonly updateAlert: { readonly alert: { readonly status: AlertStatus } };
}

interface VerdictData {
  readonly submitVerdict: { readonly alert: { readonly status: AlertStatus } };
}

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
  const update = useChange<UpdateData>(updateAlert);
  const verdict = useChange<VerdictData>(submitVerdict);
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
    done: doneNote(update.done, verdict.done),
  };
}

function doneNote(update: UpdateData | undefined, verdict: VerdictData | undefined): string | undefined {
  if (update !== undefined) {
    return `Saved. Status: ${formatEnum(update.updateAlert.alert.status)}`;
  }
  if (verdict !== undefined) {
    return `Verdict saved. Status: ${formatEnum(verdict.submitVerdict.alert.status)}`;
  }
  return undefined;
}
