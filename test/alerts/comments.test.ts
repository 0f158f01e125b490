import { beforeAll, describe, expect, test } from 'vitest';
import type { AlertRequest } from '../../subgraphs/alerts/dependencies.js';
import { addComment, commentsOf, editComment, versionsOf } from '../../subgraphs/alerts/discussion/service.js';
import { readAlert } from '../../subgraphs/alerts/triage/service/read-alerts.js';
import {
  analystOf,
  describeAlertWorld,
  fieldsOf,
  importAll,
  inference,
  queryAlerts,
  requestOf,
} from './support/alert-world.js';

const world = describeAlertWorld();
const requestAs = (name: string): AlertRequest =>
  world.as(requestOf({ ...analystOf('acme', name), credentialId: `person:corp:${name}` }));

beforeAll(async () => {
  await world.test.database
    .sql`insert into gateway.person (provider, subject, issuer, name, role, tenants, first_sign_in_at, last_sign_in_at)
    values ('corp', 'ada', 'https://corp', 'Ada', 'analyst', '{acme}', 0, 0), ('corp', 'vi', 'https://corp', 'Vi Ew', 'viewer', '{acme}', 0, 0),
      ('corp', 'foe', 'https://corp', 'Foe', 'analyst', '{globex}', 0, 0)`;
});

async function openAlert(): Promise<string> {
  const { results } = await importAll(world.alerts, [inference({ endpoint_id: `host-${Math.random()}` })]);
  return results[0]?.alertId ?? '';
}

const commentsQuery = `query ($id: ID!) { alert(id: $id) { commentCount updatedAt comments {
  id author { id name } createdAt editedAt version body mentions { id name } via versions { version at body } } } }`;

describe('comments', () => {
  test('have an author, a time and mentions of people of the tenant, and keep earlier versions', async () => {
    const id = await openAlert();
    const original = await queryAlerts(world, commentsQuery, { id });
    world.clock.seconds += 60;
    const added = new Date(world.clock.now()).toISOString();
    const { id: first } = await addComment(requestAs('ada'), {
      alertId: id.toUpperCase(),
      body: '@vi ew and @foe: look',
    });
    world.clock.seconds += 60;
    const edited = new Date(world.clock.now()).toISOString();
    await addComment(requestAs('bob'), { alertId: id, body: 'done' });
    await editComment(requestAs('ada'), { id: first, body: 'thanks @Ada' });
    const { alert } = await queryAlerts(world, commentsQuery, { id });
    expect(alert).toEqual({
      commentCount: 2,
      // A comment does not change the state.
      updatedAt: original.alert.updatedAt,
      comments: [
        {
          ...{ id: first, author: { id: 'operator:person:corp:ada', name: 'ada' }, createdAt: added, editedAt: edited },
          ...{
            version: 2,
            body: 'thanks @Ada',
            mentions: [{ id: 'operator:person:corp:ada', name: 'Ada' }],
            via: 'GRAPHQL',
          },
          versions: [{ version: 1, at: added, body: '@vi ew and @foe: look' }],
        },
        expect.objectContaining({
          author: { id: 'operator:person:corp:bob', name: 'bob' },
          editedAt: null,
          versions: [],
        }),
      ],
    });
    const mentioned = async (person: string) => {
      const filter = { mentionedId: [`operator:person:corp:${person}`] };
      const { alerts } = await queryAlerts(
        world,
        'query ($filter: AlertFilter) { alerts(filter: $filter) { totalCount nodes { id } } }',
        { filter },
      );
      return alerts;
    };
    expect(await mentioned('ada')).toEqual({ totalCount: 1, nodes: [{ id }] });
    expect(await mentioned('vi')).toEqual({ totalCount: 0, nodes: [] });
  });

  test('can be edited only by their author', async () => {
    const id = await openAlert();
    const comment = await addComment(requestAs('ada'), { alertId: id, body: 'mine' });
    await expect(editComment(requestAs('bob'), { id: comment.id, body: 'not mine' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(editComment(requestAs('ada'), { id: 'nonsense', body: 'b' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await commentsOf(world.as(), [id])).toMatchObject([[{ body: 'mine', version: 1 }]]);
  });

  test.each(['', ' \n', 'a\0', 'x'.repeat(10_001)])(
    'cannot have a text that is empty or too long, or that cannot be stored',
    async (body) => {
      const id = await openAlert();
      await expect(addComment(requestAs('ada'), { alertId: id, body })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
      });
      const { id: longest } = await addComment(requestAs('ada'), { alertId: id, body: 'x'.repeat(10_000) });
      await expect(editComment(requestAs('ada'), { id: longest, body })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
      });
      expect(await readAlert(world.as(), { id, fields: fieldsOf('commentCount') })).toMatchObject({ commentCount: 1 });
    },
  );

  test('are limited to exactly 500 per alert and 100 edits each, even under concurrency', async () => {
    const { sql } = world.test.database;
    const id = await openAlert();
    await sql`insert into alerts.alert_comment (id, alert_id, tenant_id, author_id, author_name, created_at, version, body, mention_ids, mention_names, via)
      select gen_random_uuid(), ${id}, 'acme', 'x', 'x', 0, 1, 'b', '{}', '{}', 'graphql' from generate_series(1, 495)`;
    await sql`update alerts.alert set comment_count = 495 where id = ${id}`;
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => addComment(requestAs('ada'), { alertId: id, body: `${index}` })),
    );
    const fulfilled = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(fulfilled).toHaveLength(5);
    expect((await commentsOf(world.as(), [id]))[0]).toHaveLength(500);
    const edited = fulfilled[0]?.id ?? '';
    await sql`update alerts.alert_comment set version = 98 where id = ${edited}`;
    const edits = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => editComment(requestAs('ada'), { id: edited, body: `edit ${index}` })),
    );
    expect(edits.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await versionsOf(world.as(), [edited]))[0]?.map(({ version }) => version)).toEqual([98, 99, 100]);
  });

  test('record an event for their alert', async () => {
    const { sql } = world.test.database;
    const id = await openAlert();
    const { id: comment } = await addComment(requestAs('ada'), { alertId: id, body: 'a' });
    await editComment(requestAs('ada'), { id: comment, body: 'b' });
    const events = await sql`select data from platform.event where type = 'alerts' and data->'ids' ? ${id}`;
    expect(events.map(({ data }) => data.change).toSorted()).toEqual(['changed', 'changed', 'opened']);
  });
});
