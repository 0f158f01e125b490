import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeAccess } from './support/access-world.js';

const yearMs = 365 * 86_400_000;
const world = describeAccess();
const { sendRequest, clock, create, namesOf, signIn, statusWith, statusWithSession } = world;

/** Runs a mutation on the first replica. */
async function mutate(mutation: string): Promise<void> {
  expect((await sendRequest(`mutation { ${mutation} { __typename } }`)).errors).toBeUndefined();
}

describe('after a clock that was a year ahead is corrected', () => {
  beforeEach(() => {
    clock.milliseconds += yearMs;
  });
  afterEach(async () => {
    await world.database.sql`delete from gateway.session`;
  });

  test('a token that is revoked on another replica is rejected', async () => {
    const { id, secret } = await create('used ahead');
    expect(await statusWith(secret, world.other)).toBe(200);
    clock.milliseconds -= yearMs;
    await mutate(`revokeOperatorToken(input: { id: "${id}" })`);
    expect(await statusWith(secret, world.other)).toBe(401);
  });

  test('a session that is revoked on another replica is rejected', async () => {
    const { session, secret } = await signIn('ada');
    expect(await statusWithSession(secret, world.other)).toBe(200);
    // Less than the tolerance, so the session itself remains open.
    clock.milliseconds -= 60_000;
    await mutate(`revokeSession(input: { id: "${session.id}" })`);
    expect(await statusWithSession(secret, world.other)).toBe(401);
  });

  test('a session that began or was used before the correction has ended', async () => {
    const { secret } = await signIn('ben');
    expect(await statusWithSession(secret)).toBe(200);
    clock.milliseconds -= yearMs;
    expect(await statusWithSession(secret)).toBe(401);
    expect(await namesOf('sessions', {})).toEqual([]);
  });

  test('a session is accepted if the clocks of replicas differ by less than five minutes', async () => {
    const { secret } = await signIn('cleo');
    clock.milliseconds -= 299_000;
    expect(await statusWithSession(secret)).toBe(200);
    clock.milliseconds -= 2000;
    expect(await statusWithSession(secret)).toBe(401);
  });
});
