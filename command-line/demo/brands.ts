import { setTimeout as wait } from 'node:timers/promises';
import type { Graph } from '../../gateway/index.js';
import { administer } from './administer.js';

/** Sample brands. Their own names are registered in both sample zones. */
const brands = ['northwind', 'contoso'];
const zones = ['demo', 'example'];
/** Labels of the hits that an analyst has confirmed. */
const imitations = ['northvvind', 'northwind-login', 'c0ntoso'];
const pollMs = 100;

const addBrandMutation = /* GraphQL */ `
  mutation AddSampleBrand($input: AddBrandInput!) {
    addBrand(input: $input) {
      brand {
        id
      }
    }
  }
`;

const hitsQuery = /* GraphQL */ `
  query SampleHits {
    brands {
      scan {
        finishedAt
      }
    }
    brandHits(first: 100) {
      nodes {
        id
        name
      }
    }
  }
`;

const confirmHitsMutation = /* GraphQL */ `
  mutation ConfirmSampleHits($input: TriageBrandHitsInput!) {
    triageBrandHits(input: $input) {
      hits {
        id
      }
    }
  }
`;

interface SampleHits {
  brands: { scan: { finishedAt: unknown } }[];
  brandHits: { nodes: { id: string; name: string }[] };
}

/** Adds brands, which the job worker compares with the sample zones. */
export async function addSampleBrands(graph: Graph): Promise<void> {
  for (const name of brands) {
    const allowedNames = zones.map((zone) => `${name}.${zone}`);
    await administer(graph, addBrandMutation, { input: { name, allowedNames } });
  }
}

/** Confirms some look-alikes after all names were compared. The job worker must be running. */
export async function confirmSampleHits(graph: Graph): Promise<void> {
  for (;;) {
    const data = (await administer(graph, hitsQuery, {})) as SampleHits; // The type matches the query.
    if (data.brands.every(({ scan }) => scan.finishedAt !== null)) {
      const hits = data.brandHits.nodes.filter(({ name }) => imitations.some((label) => name.startsWith(`${label}.`)));
      const note = 'A copy of the sign-in page.';
      await administer(graph, confirmHitsMutation, {
        input: { ids: hits.map(({ id }) => id), status: 'CONFIRMED', note },
      });
      return;
    }
    await wait(pollMs);
  }
}
