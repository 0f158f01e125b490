import type { LicenseRequest } from '../../dependencies.js';
import type { License } from '../../files/index.js';

/** A controller that a change affects. */
export interface DocumentChange {
  readonly guid: string;
  readonly before: string;
  readonly after: string;
}

/** Effect of a change on the registered controllers. */
export interface Effect {
  readonly controllerCount: number;
  readonly affectedCount: number;
  /** Affected controllers by department at their last check-in, largest count first; null: without a department. */
  readonly departments: readonly { readonly department: string | null; readonly count: number }[];
  readonly changes: readonly DocumentChange[];
}

/** Two licenses, and the seats under the second one. */
export interface LicenseComparison {
  /** The active license; null if none can be read. */
  readonly before: License | null;
  readonly after: License;
  readonly seatsUsed: number;
}

/** A text that is compared with the active document. */
export interface Candidate {
  /** The text to store; null: the file becomes active again. */
  readonly text: string | null;
  /** Number of entries, departments or seats in the text. */
  readonly entryCount: number;
  /** Differences, for the audit log. */
  readonly difference: Readonly<Record<string, unknown>>;
  /** Computes the effect on the registered controllers; lists at most `first` of the affected ones. */
  effect(request: LicenseRequest, first: number): Promise<Effect>;
  /** Compares the license with the active one; absent for other documents. */
  compare?(): Promise<LicenseComparison>;
}

/** Maximum number of departments that an effect lists. */
export const maxDepartments = 20;
