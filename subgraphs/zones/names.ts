import { toUnicode } from 'tr46';
import { DomainError } from '../../platform/domain-error.js';

/** The name under which the DNS root is kept: it has none of its own. */
const root = 'root';

const nameForm = /^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/;
const longestName = 253;

/**
 * A zone's name as it is kept: `COM.zone`, `com.` and `com` are `com`; `.` and `root.zone` are `root`. One suffix is
 * taken off, so that `zone.zone` is the zone `zone`: design, "Zone names".
 * @throws {DomainError} BAD_USER_INPUT when it is not a name of letters, digits and hyphens in Punycode
 */
export function zoneNameOf(written: string): string {
  const lower = written.toLowerCase();
  if (lower === '.') return root;
  const name = lower.replace(/\.$/, '').replace(/(?<=.)\.zone$/, '');
  if (name.length <= longestName && nameForm.test(name)) return name;
  throw new DomainError('BAD_USER_INPUT', 'A zone is named in letters, digits and hyphens, such as com.zone', {
    argument: 'zone',
  });
}

/** What follows a label of the zone to make a domain. */
export function zoneSuffixOf(name: string): string {
  return name === root ? '' : `.${name}`;
}

const suffix = '.zone';
const everyZone = new Set(['*', '%2a']);

/**
 * The zone that a path or argument names, with or without its suffix and in any case; null stands for all of them.
 * One suffix is taken off, so that `zone.zone` is the top-level domain `zone`.
 */
export function parseZoneName(text: string): string | null {
  const folded = foldAscii(text);
  const name = folded.endsWith(suffix) ? folded.slice(0, -suffix.length) : folded;
  return everyZone.has(name) ? null : name;
}

/** The form in which a zone is shown: specification, section 1. */
export function zoneFile(name: string): string {
  return `${name}${suffix}`;
}

/** Other letters must not fold into ASCII: a name with them is unknown. */
function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** A label as people see it; a label that is no valid Punycode stays as it is. */
export function unicodeLabel(label: string): string {
  if (!label.includes('xn--')) return label;
  const { domain, error } = toUnicode(label);
  return error ? label : domain;
}
