const percentEncodedRun = /(?:%[0-9A-Fa-f]{2})+/g;
const strayPercent = /%(?![0-9A-Fa-f]{2})/g;

/**
 * A request target whose path the router can decode: stray percent signs are escaped and bytes that are no UTF-8 become
 * U+FFFD. Without it the router refuses bad targets itself, in no service's words.
 */
export function repairRequestTarget(target: string): string {
  if (!target.includes('%')) return target;
  const question = target.indexOf('?');
  const path = question === -1 ? target : target.slice(0, question);
  const repaired = path.replace(strayPercent, '%25').replace(percentEncodedRun, repairRun);
  return question === -1 ? repaired : repaired + target.slice(question);
}

function repairRun(run: string): string {
  try {
    decodeURIComponent(run);
    return run;
  } catch {
    return encodeURIComponent(Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
  }
}
