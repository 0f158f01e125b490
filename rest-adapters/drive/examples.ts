const siteId = 'localhost,1b4e28ba-2fa1-4ed2-883f-0016d3cca427,6fa459ea-ee8a-4ca4-894e-db77e160355e';
const deltaLink = `http://127.0.0.1:4000/v1.0/sites/${siteId}/drive/root/delta?token=WyJhIiwxLDAsMV0`;
const childrenLink = `http://127.0.0.1:4000/v1.0/sites/${siteId}/drive/root/children?$skiptoken=WyJhIiwiMDFCWUU1UloiXQ`;

const subscription = {
  id: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
  resource: `/sites/${siteId}/drive/root`,
  applicationId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  changeType: 'updated',
  clientState: 'a secret of the subscription',
  notificationUrl: 'https://example.org/drive/notifications',
  expirationDateTime: '2027-01-01T00:00:00.000Z',
};

const item = {
  id: '01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K',
  name: 'report.txt',
  size: 5,
  eTag: '"01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K,2"',
  cTag: '"4f1b0a"',
  lastModifiedDateTime: '2026-01-01T00:00:00.000Z',
  parentReference: { driveType: 'documentLibrary', driveId: `drive-${siteId}`, id: '01BYE5RZ', siteId },
  file: { mimeType: 'text/plain', hashes: { quickXorHash: 'SgAAAAAAAAAAAAAAAQAAAAAAAAA=' } },
};

const root = {
  id: '01BYE5RZ',
  name: 'root',
  size: 0,
  eTag: '"01BYE5RZ,1"',
  parentReference: { driveType: 'documentLibrary', driveId: `drive-${siteId}`, siteId },
  root: {},
  folder: { childCount: 1 },
};

/** An example of a successful response of each endpoint, for OpenAPI. */
export const driveExamples: Readonly<Record<string, unknown>> = {
  ReceiveNotifications: { status: 'accepted' },
  IssueToken: { token_type: 'Bearer', expires_in: 3600, ext_expires_in: 3600, access_token: 'eyJhbGciOiJIUzI1NiJ9...' },
  GetMirrorSite: {
    id: siteId,
    name: 'security',
    displayName: 'security',
    webUrl: 'http://localhost/sites/security',
    createdDateTime: '2026-01-01T00:00:00.000Z',
  },
  GetMirrorSiteOfManagedPath: {
    id: siteId,
    name: 'security',
    displayName: 'security',
    webUrl: 'http://localhost/teams/security',
    createdDateTime: '2026-01-01T00:00:00.000Z',
  },
  GetMirrorDrive: {
    id: `drive-${siteId}`,
    driveType: 'documentLibrary',
    name: 'security',
    webUrl: 'http://localhost/sites/security',
    createdDateTime: '2026-01-01T00:00:00.000Z',
  },
  GetMirrorRoot: root,
  GetMirrorItem: item,
  GetMirrorItemByPath: item,
  ListMirrorChildren: { value: [item] },
  ListMirrorChildrenByPath: { value: [item] },
  SearchMirrorItems: { value: [item] },
  ListMirrorRootChildren: { value: [item], '@odata.nextLink': childrenLink },
  GetMirrorDelta: { value: [item], '@odata.deltaLink': deltaLink, deltaLink },
  CreateSubscription: subscription,
  ListSubscriptions: { value: [subscription] },
  GetSubscription: subscription,
  RenewSubscription: subscription,
};
