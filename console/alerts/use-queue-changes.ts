import { useEffect } from 'react';
import {
  type AlertStatus,
  AssignAlertDocument,
  SubmitVerdictDocument,
  UpdateAlertDocument,
} from '../generated/operations.js';
import { conflictUpdatedAt, readDraft, rebaseDraft, storeDraft } from '../shared/drafts.js';
import type { GraphFailure } from '../shared/graph-client.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { actorInput, readAnalystName, useIsIdentified } from './analyst.js';
import type { Change } from './change.js';
import type { AlertDetail } from './data.js';
import type { ChangeableAlert } from './use-latest-alerts.js';

interface QueueChanges {
  readonly failure: GraphFailure | undefined;
  clear(): void;
  /** Saves a status with the notes of the panel. Returns undefined after a failure. */
  saveStatus(alert: ChangeableAlert, to: AlertStatus, detail: AlertDetail | undefined): Promise<Change | undefined>;
  assignToMe(alert: ChangeableAlert): Promise<Change | undefined>;
  /** Undoes a change. Returns the new `updatedAt` of the alert; undefined after a failure. */
  restore(change: Change): Promise<string | undefined>;
}

/** Saves the changes of alerts that keyboard shortcuts make. */
export function useQueueChanges(): QueueChanges {
  const { id: viewerId } = useViewer();
  const isIdentified = useIsIdentified();
  const update = useMutation(UpdateAlertDocument);
  const verdict = useMutation(SubmitVerdictDocument);
  const assign = useMutation(AssignAlertDocument);
  const actor = () => actorInput(readAnalystName(), isIdentified);
  const failure = update.failure ?? verdict.failure ?? assign.failure;
  // The page shows the values of a conflict. If the person presses the key again, they are replaced.
  useEffect(() => {
    const [conflictAt, alertId] = [conflictUpdatedAt(failure), failure?.details.id];
    if (conflictAt !== undefined && typeof alertId === 'string') {
      rebaseDraft({ kind: 'notes', personId: viewerId, id: alertId }, conflictAt);
    }
  }, [failure, viewerId]);

  async function saveStatus(
    alert: ChangeableAlert,
    to: AlertStatus,
    detail: AlertDetail | undefined,
  ): Promise<Change | undefined> {
    const { id, endpointId, status: from } = alert;
    const draft = { kind: 'notes', personId: viewerId, id } as const;
    // Notes that are not shown remain a draft.
    const typed = detail && readDraft(draft);
    const notes = typed?.text;
    const input = { notes, actor: actor(), expectedUpdatedAt: typed?.basedOn ?? alert.updatedAt };
    const isVerdict = to === 'FALSE_POSITIVE';
    const saved = isVerdict
      ? (await verdict.run({ input: { ...input, alertId: id, isTruePositive: false } }))?.submitVerdict
      : (await update.run({ input: { ...input, id, status: to } }))?.updateAlert;
    if (!saved) {
      return undefined;
    }
    const { updatedAt } = saved.alert;
    if (typed !== undefined) {
      // Text that was typed while the change was being saved remains a draft.
      const text = readDraft(draft)?.text;
      storeDraft(draft, text === undefined || text === notes ? undefined : { text, basedOn: updatedAt });
    }
    const previousNotes = notes === undefined ? undefined : detail?.notes;
    return { id, endpointId, updatedAt, status: { from, to, previousNotes }, isVerdict };
  }

  async function assignToMe({ id, endpointId, assignee, updatedAt: expectedUpdatedAt }: ChangeableAlert) {
    const saved = (await assign.run({ input: { id, assigneeId: viewerId, expectedUpdatedAt } }))?.assignAlert?.alert;
    if (!saved) {
      return undefined;
    }
    const to = saved.assignee?.name ?? 'nobody';
    const fromId = assignee?.id ?? null;
    return { id, endpointId, updatedAt: saved.updatedAt, assignee: { fromId, toId: viewerId, to } };
  }

  async function restore({ id, status, assignee, updatedAt }: Change) {
    const expected = { id, expectedUpdatedAt: updatedAt };
    const saved = status
      ? (await update.run({ input: { ...expected, status: status.from, notes: status.previousNotes, actor: actor() } }))
          ?.updateAlert
      : (await assign.run({ input: { ...expected, assigneeId: assignee?.fromId } }))?.assignAlert;
    return saved?.alert.updatedAt;
  }

  function clear() {
    for (const mutation of [update, verdict, assign]) mutation.clear();
  }

  return {
    failure,
    clear,
    saveStatus,
    assignToMe,
    restore,
  };
}
