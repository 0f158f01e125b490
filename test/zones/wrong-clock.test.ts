import { expect, test } from 'vitest';
import { startCertificateLog } from './support/certificate-log.js';
import { activePairs, dayMs, describeImportWorld, importFile, zoneText } from './support/import-world.js';
import { pullService, runJob, serveFile, startSource } from './support/pull-world.js';

const world = describeImportWorld();
const yearMs = 365 * dayMs;

test('after a clock that was a year ahead is corrected, zones are imported, each time later than before', async () => {
  world.clock.milliseconds += yearMs;
  const ahead = await importFile(world, 'com', zoneText('com', ['a x.', 'b x.']));
  world.clock.milliseconds -= yearMs;
  const corrected = await importFile(world, 'com', zoneText('com', ['a x.', 'b x.', 'c x.']));
  expect(corrected.outcome).toBe('applied');
  expect(corrected.at.getTime() - ahead.at.getTime()).toBe(1);
  expect(await activePairs(world.test.database, 'com')).toEqual(['a x.', 'b x.', 'c x.']);
  const at = new Date(world.clock.now());
  await expect(importFile(world, 'com', zoneText('com', ['a x.', 'b x.']), { at })).rejects.toThrow('is not after');
  world.clock.milliseconds += 2 * yearMs;
  const later = await importFile(world, 'com', zoneText('com', ['a x.', 'b x.', 'c x.', 'd x.']));
  expect(later.at.getTime()).toBe(world.clock.now());
});

test.each([1, 365])('after a clock that was %i days ahead is corrected, sources are pulled', async (days) => {
  let content = Buffer.from(zoneText(`pulled${days}`, ['a x.', 'b x.']));
  const source = await startSource((received, response) => serveFile({ content }, received, response));
  const service = pullService(world, { RAMPART_ZONES_SOURCES: `pulled${days}=${source.url}/pulled.zone` });
  world.clock.milliseconds += days * dayMs;
  await runJob(service);
  world.clock.milliseconds -= days * dayMs;
  content = Buffer.from(zoneText(`pulled${days}`, ['a x.', 'b x.', 'c x.']));
  await runJob(service);
  expect(await activePairs(world.test.database, `pulled${days}`)).toEqual(['a x.', 'b x.', 'c x.']);
});

test.each([1, 365])('after a clock that was %i days ahead is corrected, certificate logs are read', async (days) => {
  world.clock.milliseconds += days * dayMs;
  const log = await startCertificateLog('rfc6962', () => world.clock.now());
  const service = pullService(world, { RAMPART_ZONES_CERTIFICATE_LOGS: log.setting });
  await runJob(service, 'zones.follow-certificates');
  expect(log.requests()).not.toEqual([]);
  world.clock.milliseconds -= days * dayMs;
  await runJob(service, 'zones.follow-certificates');
  expect(log.requests()).not.toEqual([]);
});
