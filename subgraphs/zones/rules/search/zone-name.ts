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
