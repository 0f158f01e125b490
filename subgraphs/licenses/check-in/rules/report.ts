import { isLongerThan, isStorableText, maxCharacters, maxItems } from '../../../../platform/input-limits.js';
import { RejectionCause } from '../../vocabulary.js';

/**
 * A valid check-in report of a controller (specification, section 2, "Controller record"). The GUID is in lower case.
 */
interface ControllerReport {
  readonly guid: string;
  readonly hostname: string;
  readonly version: string;
  readonly ipAddresses: readonly string[];
  readonly macAddress: string;
  readonly os: string;
  readonly label: string;
  readonly logdir: string;
}

type ReportField = keyof ControllerReport;

/** The fields of a check-in report as received, not validated. */
export type RawReport = { readonly [Name in ReportField]?: unknown };

/** Reason why a check-in report is invalid, with the message of the REST service. */
interface ReportProblem {
  readonly cause: RejectionCause;
  readonly message: string;
  /** Name of the invalid field in the REST service. */
  readonly field: string;
}

type ReportCheck = { readonly report: ControllerReport } | { readonly problem: ReportProblem };

interface Field {
  readonly name: ReportField;
  readonly wireName: string;
  readonly isList?: boolean;
  readonly mayBeEmpty?: boolean;
  readonly maxLength?: number;
  /** Whether the value has a format, which is checked after all fields; until then, any string is accepted. */
  readonly hasFormat?: boolean;
}

/** The fields of a check-in report in the order of validation, which is the order of the specification's table. */
const fields: readonly Field[] = [
  { name: 'guid', wireName: 'guid', hasFormat: true },
  { name: 'hostname', wireName: 'hostname' },
  { name: 'version', wireName: 'version' },
  { name: 'ipAddresses', wireName: 'ip_addresses', isList: true },
  { name: 'macAddress', wireName: 'mac_address' },
  { name: 'os', wireName: 'os' },
  { name: 'label', wireName: 'label', mayBeEmpty: true },
  { name: 'logdir', wireName: 'logdir', mayBeEmpty: true, maxLength: maxCharacters.controllerPath },
];

/** Matches a UUID version 4 (RFC 9562, section 5.4) with hyphens, case-insensitive. */
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Validates the fields in order, then the format of the GUID. Returns the first problem. */
export function checkReport(raw: RawReport): ReportCheck {
  for (const field of fields) {
    const value = raw[field.name];
    if (isMissing(value, field.mayBeEmpty ?? false)) {
      return invalid(RejectionCause.MISSING_FIELD, field.wireName, `${capitalized(field.wireName)} is required`);
    }
    if (!isOfType(value, field)) {
      return invalid(RejectionCause.INVALID_FIELD, field.wireName, `${capitalized(field.wireName)} is invalid`);
    }
  }
  const report = raw as ControllerReport; // All fields were checked above.
  if (!uuid4.test(report.guid)) return invalid(RejectionCause.INVALID_GUID, 'guid', 'Invalid GUID format');
  return { report: { ...report, guid: report.guid.toLowerCase() } };
}

function invalid(cause: RejectionCause, field: string, message: string): ReportCheck {
  return { problem: { cause, field, message } };
}

function isMissing(value: unknown, mayBeEmpty: boolean): boolean {
  if (value === null || value === undefined) return true;
  if (mayBeEmpty) return false;
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function isOfType(value: unknown, { isList = false, hasFormat = false, maxLength }: Field): boolean {
  if (hasFormat) return typeof value === 'string';
  return isList ? isTextList(value) : isText(value, maxLength);
}

function isText(value: unknown, maxLength: number = maxCharacters.controllerText): value is string {
  return typeof value === 'string' && !isLongerThan(value, maxLength) && isStorableText(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= maxItems.controllerAddresses && value.every((text) => isText(text));
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
