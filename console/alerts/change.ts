import type { AlertStatus } from '../generated/operations.js';
import { formatEnum } from '../shared/format.js';

/** A saved change of an alert, with the values that undo it. */
export interface Change {
  readonly id: string;
  readonly endpointId: string;
  /** Time of the change. Undoing requires that nobody has changed the alert since. */
  readonly updatedAt: string;
  readonly status?: {
    readonly from: AlertStatus;
    readonly to: AlertStatus;
    readonly previousNotes?: string | undefined;
  };
  readonly isVerdict?: boolean;
  readonly assignee?: { readonly fromId: string | null; readonly toId: string | null; readonly to: string };
}

export function isClosed(status: AlertStatus): boolean {
  return status === 'RESOLVED' || status === 'FALSE_POSITIVE';
}

/** Whether the change has closed the alert. If so, the list continues with the next one. */
export function closesAlert({ status, isVerdict }: Change): boolean {
  return status !== undefined && isClosed(status.to) && (isVerdict === true || !isClosed(status.from));
}

export function describeChange({ endpointId, status, assignee }: Change): string {
  return `${endpointId}: ${status ? formatEnum(status.to) : `assigned to ${assignee?.to}`}`;
}

export function describeUndo({ endpointId, status, isVerdict }: Change): string {
  const state = status ? `${formatEnum(status.from)} again` : 'previous assignment restored';
  return `${endpointId}: ${state}.${isVerdict === true ? ' The verdict remains in the history.' : ''}`;
}
