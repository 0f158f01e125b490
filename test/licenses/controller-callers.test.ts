import { beforeEach, expect, test } from 'vitest';
import { allControllerFields } from '../../subgraphs/licenses/index.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  outcomeOf,
} from './support/license-world.js';

const world = describeLicenseWorld({
  RAMPART_LICENSES_CONTROLLER_AUTH: 'secret',
  RAMPART_LICENSES_ENROLMENT_SECRET: 'the-enrolment-secret-of-these-tests',
});

beforeEach(() => world.clear());

test('rejects callers other than controllers on the documented paths if controllers must authenticate', async () => {
  const nobody = fromController();
  const rejected = 'UNAUTHENTICATED not_identified: Controllers must authenticate';
  expect(await outcomeOf(checkIn(world.service, {}, nobody))).toBe(rejected);
  expect(await outcomeOf(world.service.activeControllers(nobody, allControllerFields))).toBe(rejected);
  const operator = { ...nobody, caller: fromOperator().caller };
  expect(await outcomeOf(checkIn(world.service, {}, operator))).toBe(rejected);
  expect(await outcomeOf(checkIn(world.service, {}, fromOperator()))).toBe('ok');
});

test('accepts a certificate only for its own GUIDs, and the secret for any GUID', async () => {
  const withSecret = { ...fromController(), caller: { kind: 'controller', guids: null } as const };
  const ownGuid = { ...withSecret, caller: { kind: 'controller', guids: [guidOf(1)] } as const };
  expect(await outcomeOf(checkIn(world.service, { guid: guidOf(2) }, withSecret))).toBe('ok');
  expect(await outcomeOf(checkIn(world.service, { guid: guidOf(1).toUpperCase() }, ownGuid))).toBe('ok');
  expect(await outcomeOf(checkIn(world.service, { guid: guidOf(2) }, ownGuid))).toMatch(
    /^FORBIDDEN certificate_of_another_controller/,
  );
  // The graph accepts neither of them.
  const inGraph = { ...ownGuid, via: 'graphql' } as const;
  expect(await outcomeOf(checkIn(world.service, {}, inGraph))).toMatch(/^FORBIDDEN/);
});
