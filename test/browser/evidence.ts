import type { BrowserTestServer } from './support.js';

/** Links the files whose name contains the text to an alert. */
export async function linkFiles(server: BrowserTestServer, alertId: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const search = 'query ($name: String!) { driveSites { foundItems(name: $name, first: 1) { siteId itemId } } }';
    const { driveSites } = await server.query<{ driveSites: { foundItems: object[] }[] }>(search, { name });
    const input = { ...driveSites[0]?.foundItems[0], alertId, notes: '' };
    const link =
      'mutation ($input: LinkDriveEvidenceInput!) { linkDriveEvidence(input: $input) { evidence { actor } } }';
    await server.query(link, { input });
  }
}
