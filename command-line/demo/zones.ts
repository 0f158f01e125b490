import { Readable } from 'node:stream';
import type { Graph } from '../../gateway/index.js';
import type { Platform } from '../../platform/subgraph.js';
import { createZoneService } from '../../subgraphs/zones/service.js';
import { administer, requestContext } from './administer.js';
import { addSampleBrands } from './brands.js';
import { sampleZoneFiles } from './sample-zones.js';

/** A sample account with full read access, in a temporary data directory. */
const sampleAccount = {
  username: 'demo',
  email: 'demo@feed.example',
  password: 'demo-demo-demo',
};

const domainsPerZone = 3000;

const approveMutation = /* GraphQL */ `
  mutation ApproveSample($account: RegisterAccountInput!, $name: String!, $key: GenerateApiKeyInput!) {
    registerAccount(input: $account) {
      username
    }
    approveAccount(input: { username: $name }, allowUnconfirmedEmail: true) {
      isFirst
    }
    setSubscription(input: { username: $name, tier: ENTERPRISE }) {
      account {
        id
      }
    }
    generateApiKey(input: $key) {
      key
    }
  }
`;

const applyMutation = /* GraphQL */ `
  mutation ApplySample($account: RegisterAccountInput!) {
    registerAccount(input: $account) {
      username
    }
  }
`;

/** Adds zones with twelve days of history, an approved account with a key, and an account that awaits approval. */
export async function fillZones(options: Platform & { graph: Graph }): Promise<{ key: string }> {
  const service = createZoneService(options);
  for (const { zone, at, text } of sampleZoneFiles({ untilMs: options.clock.now(), domains: domainsPerZone })) {
    const bytes = Buffer.from(text);
    const file = { open: () => Readable.from([bytes]), size: bytes.length };
    await service.importZone(requestContext(), { zone, file, at: new Date(at) });
  }
  await addSampleBrands(options.graph);
  const { username, password } = sampleAccount;
  const key = { username, password, name: 'demo' };
  const data = await administer(options.graph, approveMutation, { account: sampleAccount, name: username, key });
  await administer(options.graph, applyMutation, {
    account: { username: 'newcomer', email: 'newcomer@feed.example', password },
  });
  return { key: (data as { generateApiKey: { key: string } }).generateApiKey.key }; // The type matches the mutation.
}
