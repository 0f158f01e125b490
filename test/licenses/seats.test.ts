import { beforeEach, describe, expect, test } from 'vitest';
import type { LicenseService } from '../../subgraphs/licenses/index.js';
import { checkIn, describeLicenseWorld, fromOperator, guidOf, outcomeOf } from './support/license-world.js';

const world = describeLicenseWorld();
const noSeat = 'FORBIDDEN no_seat: No devices available';

beforeEach(async () => {
  await world.clear();
  await world.files.license();
});

async function seats() {
  const { seatsUsed, seatsLeft, cap } = await world.service.licenseStatus(fromOperator());
  const [rows] = await world.test.database.sql`select count(*)::int as rows from licenses.controller`;
  return { seatsUsed, seatsLeft, cap, rows: rows?.rows };
}

/** Checks all these controllers in at once, on one of the services each. */
async function allAtOnce(numbers: readonly number[], services: readonly LicenseService[]) {
  const outcomes = await Promise.all(
    numbers.map((number, index) =>
      outcomeOf(checkIn(services[index % services.length] as LicenseService, { guid: guidOf(number) })),
    ),
  );
  return Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, all]) => [name, all.length]));
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe('seats', () => {
  test('200 controllers at once, each twice, get exactly 100 seats, one each', async () => {
    const both = upTo(200).flatMap((number) => [number, number]);
    expect(await allAtOnce(both, [world.service, world.another()])).toEqual({ ok: 200, [noSeat]: 200 });
    expect(await seats()).toEqual({ seatsUsed: 100, seatsLeft: 0, cap: 100, rows: 100 });
  });
});
