import { isLongerThan, maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { RefusalCause } from '../vocabulary.js';
import { isGuid } from './guid.js';

/** What a controller says of itself, checked: specification, section 2, "Controller record". The GUID is in lower case. */
export interface ControllerReport {
  readonly guid: string;
  readonly hostname: string;
  readonly version: string;
  readonly ipAddresses: readonly string[];
  readonly macAddress: string;
  readonly os: string;
  readonly label: string;
  readonly logdir: string;
}

export type ReportField = keyof ControllerReport;

/** The fields as they came in, unchecked. */
export type RawReport = { readonly [Name in ReportField]?: unknown };

/** Why a report is refused, in the words of the wire. */
export interface ReportProblem {
  readonly cause: RefusalCause;
  readonly message: string;
  /** The name on the wire. */
  readonly field: string;
}

export type ReportCheck = { readonly report: ControllerReport } | { readonly problem: ReportProblem };

/** The fields in the order of the specification's table, with what may be empty: design, rows "Check order", "Required". */
const fields: readonly {
  name: ReportField;
  wireName: string;
  isList?: boolean;
  mayBeEmpty?: boolean;
  longest?: number;
}[] = [
  { name: 'guid', wireName: 'guid' },
  { name: 'hostname', wireName: 'hostname' },
  { name: 'version', wireName: 'version' },
  { name: 'ipAddresses', wireName: 'ip_addresses', isList: true },
  { name: 'macAddress', wireName: 'mac_address' },
  { name: 'os', wireName: 'os' },
  { name: 'label', wireName: 'label', mayBeEmpty: true },
  { name: 'logdir', wireName: 'logdir', mayBeEmpty: true, longest: maxCharacters.controllerPath },
];

/** Checks a report field by field; the first one that fails decides, the form of the GUID comes after all of them. */
export function checkReport(raw: RawReport): ReportCheck {
  for (const field of fields) {
    const value = raw[field.name];
    if (isMissing(value, field.mayBeEmpty ?? false)) {
      return refused(RefusalCause.MISSING_FIELD, field.wireName, `${capitalized(field.wireName)} is required`);
    }
    if (field.isList ? !isTextList(value) : !isText(value, field.longest)) {
      return refused(RefusalCause.INVALID_FIELD, field.wireName, `${capitalized(field.wireName)} is invalid`);
    }
  }
  const report = raw as ControllerReport; // Every field was checked just above.
  if (!isGuid(report.guid)) return refused(RefusalCause.INVALID_GUID, 'guid', 'Invalid GUID format');
  return { report: { ...report, guid: report.guid.toLowerCase() } };
}

function refused(cause: RefusalCause, field: string, message: string): ReportCheck {
  return { problem: { cause, field, message } };
}

function isMissing(value: unknown, mayBeEmpty: boolean): boolean {
  if (value === null || value === undefined) return true;
  if (mayBeEmpty) return false;
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** PostgreSQL stores no NUL, and half a surrogate pair has no UTF-8. */
export function isStorableText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

function isText(value: unknown, longest: number = maxCharacters.controllerText): value is string {
  return typeof value === 'string' && !isLongerThan(value, longest) && isStorableText(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= maxItems.controllerAddresses && value.every((text) => isText(text));
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
