import type { AccessAdministration, PageRequest } from '../../platform/access.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { type OperatorTokens, tokenOf } from '../authentication/index.js';
import type { Sessions } from '../sessions/index.js';
import { countPeople, countSessions, countTokens, selectPeople, selectSessions, selectTokens } from './lists.js';

/**
 * Lists and manages operator tokens, browser sessions and the people who have signed in.
 * @param options `operatorTokens` and `sessions` of this process, which applies changes immediately
 */
export function accessAdministration(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly operatorTokens: OperatorTokens;
  readonly sessions: Sessions;
}): AccessAdministration {
  const { database, clock, operatorTokens, sessions } = options;
  const openCriteria = () => ({ now: clock.now(), usedAfter: sessions.usedAfter() });
  return {
    tokens: {
      async page(request) {
        const values = { ...positionOf(request), now: clock.now() };
        return (await database.guard((sql) => selectTokens(sql, values))).map(tokenOf);
      },
      count: async (criteria) =>
        (await database.guard((sql) => countTokens(sql, { ...criteria, now: clock.now() }))).total,
      create: (request, by) => operatorTokens.create(request, by),
      async revoke(id, by) {
        const revoked = await operatorTokens.revoke(id, by);
        sessions.forget({ tokenId: revoked.id });
        return revoked;
      },
      async setExpiration(change, by) {
        const changed = await operatorTokens.setExpiration(change, by);
        sessions.forget({ tokenId: changed.id });
        return changed;
      },
    },
    sessions: {
      async page(request) {
        const rows = await database.guard((sql) => selectSessions(sql, { ...positionOf(request), ...openCriteria() }));
        return rows.map((row) => sessions.withIdleExpiration(row));
      },
      count: async (criteria) =>
        (await database.guard((sql) => countSessions(sql, { ...criteria, ...openCriteria() }))).total,
      revokeById: (session, by) => sessions.revokeById(session, by),
    },
    people: {
      page: (request) => database.guard((sql) => selectPeople(sql, { ...positionOf(request), ...openCriteria() })),
      count: async (criteria) => (await database.guard((sql) => countPeople(sql, criteria))).total,
      revokeSessions: (person, by) => sessions.revokeOfPerson(person, by),
    },
  };
}

function positionOf<Criteria>({ criteria, after, limit }: PageRequest<Criteria>) {
  return { ...criteria, value: after?.value ?? null, id: after?.id ?? null, limit };
}
