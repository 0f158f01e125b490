import type { LicenseRequest } from '../../dependencies.js';
import type { License } from '../../files/index.js';

/** The effect of a document change on one controller. */
export interface ControllerEffect {
  readonly guid: string;
  readonly before: string;
  readonly after: string;
}

/** The effect of a document change on all registered controllers. */
export interface Effect {
  readonly controllerCount: number;
  readonly affectedCount: number;
  /**
   * Number of affected controllers by the department at their last check-in, largest number first. `department` is null
   * for controllers without a department.
   */
  readonly departments: readonly { readonly department: string | null; readonly count: number }[];
  readonly changes: readonly ControllerEffect[];
}

/** The active and the new license, and the number of occupied seats. */
export interface LicenseComparison {
  /** The active license; null if there is none that can be read. */
  readonly before: License | null;
  readonly after: License;
  readonly seatsUsed: number;
}

/** A new document text, compared with the active document. */
export interface Candidate {
  /** The text to store; null makes the file active again. */
  readonly text: string | null;
  /** Number of entries of the blacklist, departments, or seats in the text. */
  readonly entryCount: number;
  /** Differences from the active document, for the audit log. */
  readonly difference: Readonly<Record<string, unknown>>;
  /** Computes the effect on all registered controllers. Lists at most `first` of the affected controllers. */
  effect(request: LicenseRequest, first: number): Promise<Effect>;
  /** Compares the new license with the active one; absent for documents that are not licenses. */
  compare?(): Promise<LicenseComparison>;
}

/** Maximum number of departments that the effect of a document change lists. */
export const maxListedDepartments = 20;
