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

test('documented paths reject callers other than controllers if controllers must authenticate', async () => {
  const anonymousRequest = fromController();
  const rejected =
    'UNAUTHENTICATED not_identified: Controllers must authenticate with a client certificate or an enrolment secret';
  expect(await outcomeOf(checkIn(world.service, {}, anonymousRequest))).toBe(rejected);
  expect(await outcomeOf(world.service.activeControllers(anonymousRequest, allControllerFields))).toBe(rejected);
  const operator = { ...anonymousRequest, caller: fromOperator().caller };
  expect(await outcomeOf(checkIn(world.service, {}, operator))).toBe(rejected);
  expect(await outcomeOf(checkIn(world.service, {}, fromOperator()))).toBe('ok');
});

test('a certificate is accepted only for its own GUIDs, and the secret for any GUID', async () => {
  const withSecret = { ...fromController(), caller: { kind: 'controller', guids: null } as const };
  const ownGuid = { ...withSecret, caller: { kind: 'controller', guids: [guidOf(1)] } as const };
  expect(await outcomeOf(checkIn(world.service, { guid: guidOf(2) }, withSecret))).toBe('ok');
  expect(await outcomeOf(checkIn(world.service, { guid: guidOf(1).toUpperCase() }, ownGuid))).toBe('ok');
  expect(await outcomeOf(checkIn(world.service, { guid: guidOf(2) }, ownGuid))).toMatch(
    /^FORBIDDEN certificate_of_another_controller/,
  );
  // The GraphQL API accepts neither the certificate nor the secret.
  const inGraph = { ...ownGuid, via: 'graphql' } as const;
  expect(await outcomeOf(checkIn(world.service, {}, inGraph))).toMatch(/^FORBIDDEN/);
});
