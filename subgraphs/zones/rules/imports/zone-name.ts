import { DomainError } from '../../../../platform/domain-error.js';

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
