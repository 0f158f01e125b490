import { afterAll, beforeAll, expect, test } from 'vitest';
import { inference } from '../alerts/support/alert-world.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';
import { runHere } from './support/run-here.js';

let opened: TestDatabase;
let environment: Record<string, string>;
let rule: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  environment = { DATABASE_URL: opened.url };
  const lines = ['gat', 'gat', 'sage', 'tree'].map((model_name, index) =>
    JSON.stringify(inference({ endpoint_id: `ws-${index}`, model_name, timestamp: Date.now() / 1000 })),
  );
  const input = `${lines.join('\n')}\n`;
  expect(await runHere(['alerts', 'import', '-'], { environment, input })).toMatchObject({ code: 0 });
  const add = ['alerts', 'suppressions', 'add', '--reason', 'a scanner', '--model', 'gat', '--json'];
  const added = await runHere(add, { environment });
  [{ id: rule }] = JSON.parse(added.output);
});

afterAll(() => opened.close());

function runBacktest(...options: string[]) {
  return runHere(['alerts', 'backtest', '--days', '1', ...options], { environment });
}

const sage = '{"modelName":["sage"],"maxAttackProb":1}';

test('alerts backtest suppresses the alerts that named rules, the active rules or filters match', async () => {
  const suppressedWithPolicy = async (...options: string[]) =>
    JSON.parse((await runBacktest('--json', ...options)).output).suppressedWithPolicy;
  expect(await suppressedWithPolicy()).toBe(0);
  expect(await suppressedWithPolicy('--suppress', rule)).toBe(2);
  expect(await suppressedWithPolicy('--suppress', 'active', rule)).toBe(2);
  expect(await suppressedWithPolicy('--suppress', 'active', '--suppress-filter', sage, '{"modelName":["tree"]}')).toBe(
    4,
  );
  expect((await runBacktest('--suppress-filter', sage)).output).toMatch(/suppressions +1\n.*SUPPRESSED WITH POLICY/s);
});

test('alerts backtest finds an active rule that is older than 1000 rules that have ended', async () => {
  await opened.database.sql`insert into alerts.suppression
    select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'created_at', s.created_at + 1,
      'ended_at', s.created_at + 2, 'finished_at', s.created_at + 2))).*
    from alerts.suppression s cross join generate_series(1, 1000) where id = ${rule}`;
  for (const name of ['active', rule]) {
    const { output } = await runBacktest('--json', '--suppress', name);
    expect([name, JSON.parse(output || '{}').suppressedWithPolicy]).toEqual([name, 2]);
  }
});

test.each([
  [['--suppress', 'nobody'], 1, 'there is no suppression rule nobody: see "rampart alerts suppressions list"'],
  [['--suppress-filter', 'gat'], 2, 'It must be a JSON object'],
  [['--suppress-filter', '{"modelName":"gat"}'], 2, 'Invalid value of modelName: "gat". It must be a list of strings.'],
  [['--suppress-filter', '{"severity":["severe"]}'], 2, 'Invalid value of severity: ["severe"]. It must be a list'],
  [['--suppress-filter', '{"tenantId":5}'], 2, 'Invalid value of tenantId: 5. It must be a string.'],
  [['--suppress-filter', '{"notes":"x"}'], 2, 'Unknown field notes: use tenantId'],
  [['--suppress-filter', '{"tenantId":"acme"}'], 1, 'The filter would suppress all alerts'],
])('alerts backtest rejects %j', async (options, code, message) => {
  const result = await runBacktest(...options);
  expect(result).toMatchObject({ code, output: '' });
  expect(result.errors).toContain(message);
});
