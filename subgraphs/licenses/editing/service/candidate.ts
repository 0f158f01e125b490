import type { LicenseRequest } from '../../dependencies.js';
import type { License } from '../../files/index.js';
import type { RegistryDependencies } from '../../registry/index.js';
import type { DocumentKind } from '../../vocabulary.js';

export interface EditingDependencies extends RegistryDependencies {
  /** Paths of the files; empty: none. */
  readonly documentFiles: Readonly<Record<DocumentKind, string>>;
}

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
  /** Affected controllers by the department of their last check-in, the most frequent ones first; null: none. */
  readonly departments: readonly { readonly department: string | null; readonly count: number }[];
  readonly changes: readonly DocumentChange[];
}

/** Two licenses, and the seats under the second one. */
export interface LicenseComparison {
  /** Null if no active license can be read. */
  readonly before: License | null;
  readonly after: License;
  readonly seatsUsed: number;
}

/** A text that is compared with the active document. */
export interface Candidate {
  /** The text to store; null: the file. */
  readonly text: string | null;
  readonly entryCount: number;
  /** Differences, for the audit log. */
  readonly difference: Readonly<Record<string, unknown>>;
  /** Names at most `first` of the affected controllers. */
  effect(request: LicenseRequest, first: number): Promise<Effect>;
  /** For licenses only. */
  compare?(): Promise<LicenseComparison>;
}

/** Maximum number of departments of an effect. */
export const maxDepartments = 20;
