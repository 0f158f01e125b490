import { formatTimeInZone } from '../shared/format.js';

interface ReleasedController {
  readonly guid: string;
  readonly isBlacklisted: boolean;
  readonly machineFileExpiresAt: string | null;
}

/**
 * The effect of the release of a seat. It names the GUID, because hostnames are not unique.
 * @param now the time of the server in Unix epoch milliseconds
 */
export function describeRelease(
  { guid, isBlacklisted, machineFileExpiresAt }: ReleasedController,
  now: number,
): string {
  const sentences = [
    `The seat of the controller ${guid} is freed.`,
    isBlacklisted
      ? 'Its check-ins are rejected while it is on the blacklist.'
      : 'Its next check-in registers it again if a seat is free; to prevent that, add it to the blacklist.',
    machineFileExpiresAt !== null &&
      Date.parse(machineFileExpiresAt) > now &&
      `With its machine file, it can run without a seat until ${formatTimeInZone(machineFileExpiresAt)}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
