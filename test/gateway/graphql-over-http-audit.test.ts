import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { serve } from './support/serve.js';

test('the server passes all 61 audits of GraphQL over HTTP', async () => {
  const { url } = await serve();
  const audits = serverAudits({ url: `${url}/graphql`, fetchFn: fetch });
  const results = await Promise.all(audits.map((audit) => audit.fn()));
  const failed = results
    .filter((result) => result.status !== 'ok')
    .map(({ id, name, reason }) => ({ id, name, reason }));
  expect(failed).toEqual([]);
  expect(results).toHaveLength(61);
});
