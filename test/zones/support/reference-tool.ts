import { spawnSync } from 'node:child_process';

const program = 'named-compilezone';

/** Whether the reference tool, BIND's named-compilezone, is installed (Debian: bind9-utils). */
export const hasReferenceTool: boolean = spawnSync(program, ['-v']).error === undefined;

if (!hasReferenceTool) {
  console.log(
    `${program} is not installed here: the reader of zone files is compared with a plain split of lines only.`,
  );
}

const lenientOptions = [
  '-i',
  'none',
  ...['-k', '-n', '-r', '-m', '-M', '-S', '-T', '-W'].flatMap((check) => [check, 'ignore']),
];

/**
 * The delegations that BIND reads in a file, each `label nameserver`, sorted.
 * @param zone `.` for the root
 */
export function referencePairs(zone: string, text: string | Buffer): string[] {
  const args = [...lenientOptions, '-s', 'full', '-o', '-', zone, '-'];
  const { stdout, stderr, status } = spawnSync(program, args, { input: text, maxBuffer: 1 << 28, encoding: 'latin1' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return pairsOfLines(zone, stdout.toLowerCase());
}

/** The delegations in lines of the form `owner time class type data`, with absolute names in lower case. */
export function pairsOfLines(zone: string, text: string): string[] {
  const suffix = zone === '.' ? '.' : `.${zone}.`;
  const pairs = text.split('\n').flatMap((line) => {
    const [owner = '', , , type, data] = line.split(/\s+/);
    const isBelow = owner.endsWith(suffix) && owner !== '.';
    return type?.toLowerCase() === 'ns' && isBelow ? [`${owner.slice(0, -suffix.length)} ${data}`] : [];
  });
  return [...new Set(pairs)].sort();
}
