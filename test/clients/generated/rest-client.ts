/**
 * Generated from schema/openapi.json by npm run generate.
 */
import { sendGenerated } from '../support/send-generated.js';

interface TypedResponse<T> extends Response {
  json(): Promise<T>;
}

export type AlertResponseSeverity = typeof AlertResponseSeverity[keyof typeof AlertResponseSeverity];


export const AlertResponseSeverity = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
} as const;

export type AlertResponseStatus = typeof AlertResponseStatus[keyof typeof AlertResponseStatus];


export const AlertResponseStatus = {
  open: 'open',
  acknowledged: 'acknowledged',
  investigating: 'investigating',
  resolved: 'resolved',
  false_positive: 'false_positive',
} as const;

export type AlertResponsePlatform = typeof AlertResponsePlatform[keyof typeof AlertResponsePlatform];


export const AlertResponsePlatform = {
  windows: 'windows',
  linux: 'linux',
} as const;

export type AlertResponsePrediction = typeof AlertResponsePrediction[keyof typeof AlertResponsePrediction];


export const AlertResponsePrediction = {
  attack: 'attack',
  benign: 'benign',
  error: 'error',
} as const;

export interface AlertResponse {
  alert_id: string;
  tenant_id: string;
  endpoint_id: string;
  severity: AlertResponseSeverity;
  status: AlertResponseStatus;
  platform: AlertResponsePlatform;
  attack_prob: number;
  confidence: number;
  prediction: AlertResponsePrediction;
  ttp_techniques: string[];
  /** @nullable */
  ttp_explanation: string | null;
  inference_ids: string[];
  related_endpoints: string[];
  first_seen: number;
  last_seen: number;
  created_at: number;
  updated_at: number;
  analyst_notes: string;
  /** @nullable */
  resolved_by: string | null;
  model_name: string;
  num_nodes: number;
  num_edges: number;
}

export interface AlertListResponse {
  alerts: AlertResponse[];
  total: number;
  limit: number;
  offset: number;
}

export type AlertsEventChange = typeof AlertsEventChange[keyof typeof AlertsEventChange];


export const AlertsEventChange = {
  opened: 'opened',
  changed: 'changed',
} as const;

export type AlertsEventAlertsItemStatus = typeof AlertsEventAlertsItemStatus[keyof typeof AlertsEventAlertsItemStatus];


export const AlertsEventAlertsItemStatus = {
  OPEN: 'OPEN',
  ACKNOWLEDGED: 'ACKNOWLEDGED',
  INVESTIGATING: 'INVESTIGATING',
  RESOLVED: 'RESOLVED',
  FALSE_POSITIVE: 'FALSE_POSITIVE',
} as const;

export type AlertsEventAlertsItemSeverity = typeof AlertsEventAlertsItemSeverity[keyof typeof AlertsEventAlertsItemSeverity];


export const AlertsEventAlertsItemSeverity = {
  LOW: 'LOW',
  MEDIUM: 'MEDIUM',
  HIGH: 'HIGH',
  CRITICAL: 'CRITICAL',
} as const;

export type AlertsEventAlertsItem = {
  id: string;
  endpointId: string;
  status: AlertsEventAlertsItemStatus;
  severity: AlertsEventAlertsItemSeverity;
  attackProb: number;
  updatedAtEpoch: number;
};

export interface AlertsEvent {
  at: string;
  change: AlertsEventChange;
  tenantId: string;
  /** @maxItems 500 */
  ids: string[];
  /** @maxItems 20 */
  alerts?: AlertsEventAlertsItem[];
  suppressed?: true;
}

export interface ApiKeyResponse {
  name: string;
  prefix: string;
  created_at: string;
  expires_at: string;
  /** @nullable */
  last_used_at: string | null;
}

export type BrandHitsEventChange = typeof BrandHitsEventChange[keyof typeof BrandHitsEventChange];


export const BrandHitsEventChange = {
  found: 'found',
  reopened: 'reopened',
  changed: 'changed',
} as const;

export type BrandHitsEventSource = typeof BrandHitsEventSource[keyof typeof BrandHitsEventSource];


export const BrandHitsEventSource = {
  import: 'import',
  scan: 'scan',
} as const;

export interface BrandHitsEvent {
  at: string;
  change: BrandHitsEventChange;
  source: BrandHitsEventSource;
  /** @nullable */
  tenantId: string | null;
  brandId: string;
  /** @maxItems 500 */
  ids: string[];
}

export interface ChangeNotification {
  subscriptionId: string;
  clientState: string;
  changeType?: string;
  resource?: string;
  lifecycleEvent?: string;
}

export interface ChangeNotifications {
  value: ChangeNotification[];
}

export interface ChangePasswordRequest {
  username: string;
  password: string;
  /** @maxLength 256 */
  new_password: string;
  revoke_keys?: boolean;
}

export interface ChangedPasswordResponse {
  username: string;
  revoked_keys: number;
}

export interface CheckInsEvent {
  at: string;
  guid: string;
  hostname: string;
  version: string;
  /** @nullable */
  department: string | null;
  isNew: boolean;
}

export type CheckLicenseResponseDefault = { [key: string]: unknown };

export interface CheckLicenseResponse {
  message: string;
  default: CheckLicenseResponseDefault;
}

export interface ConfirmEmailRequest {
  token: string;
}

export interface ConfirmEmailResponse {
  username: string;
  email: string;
}

export interface ControllerRecord {
  guid: string;
  /** @maxLength 500 */
  hostname: string;
  /** @maxLength 500 */
  version: string;
  /** @maxItems 1000 */
  ip_addresses: string[];
  /** @maxLength 500 */
  mac_address: string;
  /** @maxLength 500 */
  os: string;
  /** @maxLength 500 */
  label: string;
  /** @maxLength 4096 */
  logdir: string;
}

export interface DeleteKeyResponse {
  detail: string;
}

export type DriveErrorResponseErrorInnerError = { [key: string]: unknown };

export type DriveErrorResponseError = {
  code: string;
  message: string;
  innerError?: DriveErrorResponseErrorInnerError;
};

export interface DriveErrorResponse {
  error: DriveErrorResponseError;
}

export type EndEventReason = typeof EndEventReason[keyof typeof EndEventReason];


export const EndEventReason = {
  stopped: 'stopped',
  credentials: 'credentials',
} as const;

export interface EndEvent {
  reason: EndEventReason;
}

export type EndpointStatusResponsePlatform = typeof EndpointStatusResponsePlatform[keyof typeof EndpointStatusResponsePlatform];


export const EndpointStatusResponsePlatform = {
  windows: 'windows',
  linux: 'linux',
} as const;

export interface EndpointStatusResponse {
  endpoint_id: string;
  tenant_id: string;
  platform: EndpointStatusResponsePlatform;
  total_alerts: number;
  open_alerts: number;
  /** @nullable */
  last_alert_time: number | null;
}

export interface ErrorResponse {
  detail: string;
}

export interface FeedbackRequest {
  alert_id: string;
  is_true_positive: boolean;
  /** @maxLength 10000 */
  notes?: string;
  /** @maxLength 255 */
  analyst?: string;
}

export type FeedbackResponseNewStatus = typeof FeedbackResponseNewStatus[keyof typeof FeedbackResponseNewStatus];


export const FeedbackResponseNewStatus = {
  open: 'open',
  acknowledged: 'acknowledged',
  investigating: 'investigating',
  resolved: 'resolved',
  false_positive: 'false_positive',
} as const;

export interface FeedbackResponse {
  status: 'ok';
  alert_id: string;
  new_status: FeedbackResponseNewStatus;
  is_true_positive: boolean;
}

export interface GenerateKeyRequest {
  username: string;
  password: string;
  /** @maxLength 100 */
  name: string;
  /**
     * @minimum 1
     * @maximum 365
     */
  expires_in_days?: number;
}

export interface GenerateKeyResponse {
  name: string;
  key: string;
  created_at: string;
  expires_at: string;
}

export interface RegisteredController {
  guid: string;
  timestamp: string;
  ip_addr: string;
  hostname: string;
}

export interface GetLicensesResponse {
  active_controllers: RegisteredController[];
}

export type ValidationErrorCtx = { [key: string]: unknown };

export interface ValidationError {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
  ctx?: ValidationErrorCtx;
}

export interface HTTPValidationError {
  detail: ValidationError[];
}

export interface HealthResponse {
  status: string;
  service: string;
  uptime_seconds: number;
  alerts_count: number;
}

export type HealthStatusStatus = typeof HealthStatusStatus[keyof typeof HealthStatusStatus];


export const HealthStatusStatus = {
  ok: 'ok',
  unavailable: 'unavailable',
} as const;

export interface HealthStatus {
  status: HealthStatusStatus;
}

export type IncidentsEventChange = typeof IncidentsEventChange[keyof typeof IncidentsEventChange];


export const IncidentsEventChange = {
  opened: 'opened',
  changed: 'changed',
} as const;

export interface IncidentsEvent {
  at: string;
  change: IncidentsEventChange;
  tenantId: string;
  ids: string[];
}

export type LicenseChangesEventChange = typeof LicenseChangesEventChange[keyof typeof LicenseChangesEventChange];


export const LicenseChangesEventChange = {
  registered: 'registered',
  removed: 'removed',
  replaced: 'replaced',
} as const;

export type LicenseChangesEventDocument = typeof LicenseChangesEventDocument[keyof typeof LicenseChangesEventDocument];


export const LicenseChangesEventDocument = {
  license: 'license',
  blacklist: 'blacklist',
  departments: 'departments',
} as const;

export interface LicenseChangesEvent {
  at: string;
  change: LicenseChangesEventChange;
  guid?: string;
  hostname?: string;
  /** @nullable */
  department?: string | null;
  document?: LicenseChangesEventDocument;
}

export type LicenseWarningsEventKind = typeof LicenseWarningsEventKind[keyof typeof LicenseWarningsEventKind];


export const LicenseWarningsEventKind = {
  license_expiring: 'license_expiring',
  grace_ending: 'grace_ending',
  seats_low: 'seats_low',
  controller_silent: 'controller_silent',
  version_outdated: 'version_outdated',
} as const;

export interface LicenseWarningsEvent {
  at: string;
  kind: LicenseWarningsEventKind;
  subject: string;
  /** @minimum 0 */
  days?: number;
  expiresAt?: string;
  graceEndsAt?: string;
  /** @minimum 0 */
  percent?: number;
  /** @minimum 0 */
  used?: number;
  /** @minimum 0 */
  cap?: number;
  hostname?: string;
  lastContact?: number;
  current?: string;
  /** @minimum 0 */
  count?: number;
}

export type MeResponseStatus = typeof MeResponseStatus[keyof typeof MeResponseStatus];


export const MeResponseStatus = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  suspended: 'suspended',
} as const;

export type SubscriptionResponseTier = typeof SubscriptionResponseTier[keyof typeof SubscriptionResponseTier];


export const SubscriptionResponseTier = {
  trial: 'trial',
  basic: 'basic',
  enterprise: 'enterprise',
} as const;

export type SubscriptionResponseStatus = typeof SubscriptionResponseStatus[keyof typeof SubscriptionResponseStatus];


export const SubscriptionResponseStatus = {
  active: 'active',
  expired: 'expired',
} as const;

export interface SubscriptionResponse {
  tier: SubscriptionResponseTier;
  status: SubscriptionResponseStatus;
  started_at: string;
  expires_at: string;
}

export interface QuotaResponse {
  limit: number;
  used: number;
  remaining: number;
  resets_at: string;
}

export interface MeResponse {
  id: string;
  username: string;
  email: string;
  status: MeResponseStatus;
  created_at: string;
  subscription: SubscriptionResponse | null;
  quota: QuotaResponse | null;
}

export interface MessageResponse {
  message: string;
}

export type MirrorItemResponseLastModifiedByUser = {
  displayName: string;
};

export type MirrorItemResponseLastModifiedBy = {
  user: MirrorItemResponseLastModifiedByUser;
};

export type MirrorItemResponseParentReference = {
  driveType: string;
  driveId: string;
  id?: string;
  siteId: string;
};

export type MirrorItemResponseRoot = { [key: string]: unknown };

export type MirrorItemResponseFolder = {
  childCount: number;
};

export type MirrorItemResponseFileHashes = {
  quickXorHash: string;
};

export type MirrorItemResponseFile = {
  mimeType: string;
  hashes: MirrorItemResponseFileHashes;
};

export type MirrorItemResponseMalware = {
  description: string;
};

export type MirrorItemResponseDeleted = {
  state: string;
};

export interface MirrorItemResponse {
  id: string;
  name: string;
  size: number;
  eTag: string;
  cTag?: string;
  webUrl?: string;
  createdDateTime?: string;
  lastModifiedDateTime?: string;
  lastModifiedBy?: MirrorItemResponseLastModifiedBy;
  parentReference: MirrorItemResponseParentReference;
  root?: MirrorItemResponseRoot;
  folder?: MirrorItemResponseFolder;
  file?: MirrorItemResponseFile;
  malware?: MirrorItemResponseMalware;
  deleted?: MirrorItemResponseDeleted;
}

export interface MirrorChildrenResponse {
  value: MirrorItemResponse[];
  '@odata.nextLink'?: string;
}

export interface MirrorDeltaResponse {
  value: MirrorItemResponse[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
  deltaLink?: string;
}

export interface MirrorDriveResponse {
  id: string;
  driveType: string;
  name: string;
  webUrl: string;
  createdDateTime: string;
}

export interface MirrorSearchResponse {
  value: MirrorItemResponse[];
  '@odata.nextLink'?: string;
}

export interface MirrorSiteResponse {
  id: string;
  name: string;
  displayName: string;
  webUrl: string;
  createdDateTime: string;
}

export interface MirrorSubscriptionResponse {
  id: string;
  resource: string;
  applicationId: string;
  changeType: string;
  clientState?: string;
  notificationUrl: string;
  expirationDateTime: string;
}

export interface MirrorSubscriptionList {
  value: MirrorSubscriptionResponse[];
}

export interface MirrorSubscriptionRenewal {
  expirationDateTime: string;
}

export interface MirrorSubscriptionRequest {
  changeType: string;
  /** @maxLength 2048 */
  notificationUrl: string;
  resource: string;
  expirationDateTime: string;
  /** @maxLength 128 */
  clientState?: string;
}

export interface MirrorTokenRequest {
  grant_type: string;
  client_id: string;
  client_secret: string;
  scope: string;
}

export interface MirrorTokenResponse {
  token_type: string;
  expires_in: number;
  ext_expires_in: number;
  access_token: string;
}

export interface NotificationReceipt {
  status: string;
}

export type ObservationResponseStatus = typeof ObservationResponseStatus[keyof typeof ObservationResponseStatus];


export const ObservationResponseStatus = {
  active: 'active',
  inactive: 'inactive',
} as const;

export interface ObservationResponse {
  domain: string;
  status: ObservationResponseStatus;
  data?: string;
  timestamp: number;
}

export type QuotaExceededErrorDetailTier = typeof QuotaExceededErrorDetailTier[keyof typeof QuotaExceededErrorDetailTier];


export const QuotaExceededErrorDetailTier = {
  trial: 'trial',
  basic: 'basic',
  enterprise: 'enterprise',
} as const;

export type QuotaExceededErrorDetail = {
  message: string;
  tier: QuotaExceededErrorDetailTier;
  limit: number;
  used: number;
  resets_at: string;
};

export interface QuotaExceededError {
  detail: QuotaExceededErrorDetail;
}

export type RdapAbuseContactSource = typeof RdapAbuseContactSource[keyof typeof RdapAbuseContactSource];


export const RdapAbuseContactSource = {
  registrar: 'registrar',
  domain: 'domain',
  referral: 'referral',
} as const;

export interface RdapAbuseContact {
  /** @nullable */
  email: string | null;
  /** @nullable */
  phone: string | null;
  source: RdapAbuseContactSource;
}

export type RdapDossierRaw = { [key: string]: unknown };

export interface RdapRegistrar {
  /** @nullable */
  name: string | null;
  /** @nullable */
  iana_id: string | null;
  /** @nullable */
  url: string | null;
}

export interface RdapLifecycle {
  /** @nullable */
  registered: string | null;
  /** @nullable */
  expires: string | null;
  /** @nullable */
  last_changed: string | null;
  /** @nullable */
  transferred: string | null;
  /** @nullable */
  rdap_updated: string | null;
}

export interface RdapDossier {
  domain: string;
  /** @nullable */
  unicode_name: string | null;
  /** @nullable */
  handle: string | null;
  source: string;
  registrar: RdapRegistrar;
  lifecycle: RdapLifecycle;
  statuses: string[];
  abuse_contacts: RdapAbuseContact[];
  nameservers: string[];
  /** @nullable */
  dnssec: boolean | null;
  redacted: string[];
  fetched_at: string;
  cached: boolean;
  raw: RdapDossierRaw;
}

export type RdapErrorDetail = {
  error: string;
  code: string;
  message: string;
};

export interface RdapError {
  detail: RdapErrorDetail;
}

export type RdapLimitErrorDetailTier = typeof RdapLimitErrorDetailTier[keyof typeof RdapLimitErrorDetailTier];


export const RdapLimitErrorDetailTier = {
  trial: 'trial',
  basic: 'basic',
  enterprise: 'enterprise',
} as const;

export type RdapLimitErrorDetail = {
  error: string;
  code: string;
  message: string;
  tier: RdapLimitErrorDetailTier;
  limit: number;
  used: number;
  resets_at: string;
};

export interface RdapLimitError {
  detail: RdapLimitErrorDetail;
}

export type RdapZoneList = string[];

export interface ReadyEvent {
  types: string[];
  /** @nullable */
  tenantId: string | null;
  /** @nullable */
  tenants: string[] | null;
  heartbeatSeconds: number;
}

export interface RegisterRequest {
  username: string;
  /** @maxLength 254 */
  email: string;
  /** @maxLength 256 */
  password: string;
}

export type RegisterResponseStatus = typeof RegisterResponseStatus[keyof typeof RegisterResponseStatus];


export const RegisterResponseStatus = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  suspended: 'suspended',
} as const;

export interface RegisterResponse {
  id: string;
  username: string;
  email: string;
  status: RegisterResponseStatus;
}

export interface RequestMailRequest {
  /** @maxLength 254 */
  email: string;
}

export interface RequestMailResponse {
  email: string;
}

export type ResetEventReason = typeof ResetEventReason[keyof typeof ResetEventReason];


export const ResetEventReason = {
  'too-old': 'too-old',
  'other-database': 'other-database',
} as const;

export interface ResetEvent {
  reason: ResetEventReason;
}

export interface ResetPasswordRequest {
  token: string;
  /** @maxLength 256 */
  new_password: string;
  revoke_keys?: boolean;
}

export interface SearchPage {
  results: ObservationResponse[];
  pit: string;
  next_cursor?: string;
}

export type SubscriptionExpiredErrorDetail = {
  error: 'subscription_expired';
  message: string;
  renew_url: string;
};

export interface SubscriptionExpiredError {
  detail: SubscriptionExpiredErrorDetail;
}

export interface SyncsEvent {
  at: string;
  siteId: string;
  runId: string;
  trigger: string;
  outcome: string;
  /** @minimum 0 */
  created: number;
  /** @minimum 0 */
  changed: number;
  /** @minimum 0 */
  deleted: number;
  /** @minimum 0 */
  downloads: number;
  /** @minimum 0 */
  failedDownloads: number;
  /** @nullable */
  errorCode: string | null;
}

export interface TokenErrorResponse {
  error: string;
  error_description: string;
  error_codes?: number[];
  timestamp?: string;
  trace_id?: string;
  correlation_id?: string;
}

export type UpdateAlertRequestStatus = typeof UpdateAlertRequestStatus[keyof typeof UpdateAlertRequestStatus];


export const UpdateAlertRequestStatus = {
  open: 'open',
  acknowledged: 'acknowledged',
  investigating: 'investigating',
  resolved: 'resolved',
  false_positive: 'false_positive',
} as const;

export interface UpdateAlertRequest {
  status: UpdateAlertRequestStatus;
  /** @maxLength 10000 */
  notes?: string;
  /** @maxLength 255 */
  resolved_by?: string;
}

export interface ZoneFeedError {
  detail: string;
}

export interface ZoneResponse {
  zone: string;
  domains: number;
  observations: number;
  last_import_at: string;
}

export type ZoneList = ZoneResponse[];

export type ExportAlertsParams = {
format?: ExportAlertsFormat;
tenant_id?: string;
tenant?: string;
endpoint?: string;
model?: string[];
endpoint_id?: string;
severity?: ExportAlertsSeverityItem[];
status?: ExportAlertsStatusItem[];
platform?: ExportAlertsPlatformItem[];
technique?: string[];
attack?: string[];
model_name?: string[];
min_attack_prob?: number;
max_attack_prob?: number;
seen_after?: string;
seen_before?: string;
created_after?: string;
created_before?: string;
text?: string;
notes?: string;
breached_before?: string;
due_before?: string;
due_after?: string;
assignee_id?: string[];
is_assigned?: boolean;
mentioned_id?: string[];
incident_id?: string[];
has_incident?: boolean;
suppressed?: ExportAlertsSuppressed;
};

export type ExportAlertsFormat = typeof ExportAlertsFormat[keyof typeof ExportAlertsFormat];


export const ExportAlertsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
  stix: 'stix',
  ocsf: 'ocsf',
  navigator: 'navigator',
} as const;

export type ExportAlertsSeverityItem = typeof ExportAlertsSeverityItem[keyof typeof ExportAlertsSeverityItem];


export const ExportAlertsSeverityItem = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
} as const;

export type ExportAlertsStatusItem = typeof ExportAlertsStatusItem[keyof typeof ExportAlertsStatusItem];


export const ExportAlertsStatusItem = {
  open: 'open',
  acknowledged: 'acknowledged',
  investigating: 'investigating',
  resolved: 'resolved',
  false_positive: 'false_positive',
} as const;

export type ExportAlertsPlatformItem = typeof ExportAlertsPlatformItem[keyof typeof ExportAlertsPlatformItem];


export const ExportAlertsPlatformItem = {
  windows: 'windows',
  linux: 'linux',
} as const;

export type ExportAlertsSuppressed = typeof ExportAlertsSuppressed[keyof typeof ExportAlertsSuppressed];


export const ExportAlertsSuppressed = {
  exclude: 'exclude',
  only: 'only',
  include: 'include',
} as const;

export type ExportAlerts200Four = { [key: string]: unknown };

export type ExportAlerts200Five = { [key: string]: unknown };

export type ExportEndpointsParams = {
format?: ExportEndpointsFormat;
tenant_id?: string;
hostname?: string;
platform?: ExportEndpointsPlatform;
};

export type ExportEndpointsFormat = typeof ExportEndpointsFormat[keyof typeof ExportEndpointsFormat];


export const ExportEndpointsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportEndpointsPlatform = typeof ExportEndpointsPlatform[keyof typeof ExportEndpointsPlatform];


export const ExportEndpointsPlatform = {
  windows: 'windows',
  linux: 'linux',
} as const;

export type ListAlertsParams = {
tenant_id?: string;
status?: ListAlertsStatus;
/**
 * @minimum 1
 * @maximum 1000
 */
limit?: number;
/**
 * @minimum 0
 */
offset?: number;
};

export type ListAlertsStatus = typeof ListAlertsStatus[keyof typeof ListAlertsStatus];


export const ListAlertsStatus = {
  open: 'open',
  acknowledged: 'acknowledged',
  investigating: 'investigating',
  resolved: 'resolved',
  false_positive: 'false_positive',
} as const;

export type ListEndpointsParams = {
tenant_id?: string;
};

export type GetSigningKeys200KeysItem = { [key: string]: unknown };

export type GetSigningKeys200 = {
  keys: GetSigningKeys200KeysItem[];
};

export type ExportBlockListParams = {
format?: ExportBlockListFormat;
tenant_id?: string;
brand_id?: string[];
};

export type ExportBlockListFormat = typeof ExportBlockListFormat[keyof typeof ExportBlockListFormat];


export const ExportBlockListFormat = {
  domains: 'domains',
  adblock: 'adblock',
  hosts: 'hosts',
  unbound: 'unbound',
  dnsmasq: 'dnsmasq',
  rpz: 'rpz',
} as const;

export type ExportBlockList400 = {
  detail: unknown;
};

export type ExportBlockList401 = {
  detail: unknown;
};

export type ExportBlockList403 = {
  detail: unknown;
};

export type ExportBlockList429 = {
  detail: unknown;
};

export type ExportBlockList500 = {
  detail: unknown;
};

export type ExportBlockList503 = {
  detail: unknown;
};

export type ExportZoneParams = {
format?: ExportZoneFormat;
search?: string;
start?: string;
end?: string;
at?: string;
pit?: string;
/**
 * @minimum 0
 */
offset?: number;
};

export type ExportZoneFormat = typeof ExportZoneFormat[keyof typeof ExportZoneFormat];


export const ExportZoneFormat = {
  ndjson: 'ndjson',
  csv: 'csv',
  parquet: 'parquet',
} as const;

export type ExportZone400 = {
  detail: unknown;
};

export type ExportZone401 = {
  detail: unknown;
};

export type ExportZone403 = {
  detail: unknown;
};

export type ExportZone404 = {
  detail: unknown;
};

export type ExportZone408 = {
  detail: unknown;
};

export type ExportZone410 = {
  detail: unknown;
};

export type ExportZone429 = {
  detail: unknown;
};

export type ExportZone500 = {
  detail: unknown;
};

export type ExportZone503 = {
  detail: unknown;
};

export type DownloadZoneParams = {
search?: string;
/**
 * @minimum 1
 * @maximum 10000
 */
limit?: number;
start?: string;
end?: string;
after?: string;
pit?: string;
};

export type ReceiveNotificationsParams = {
/**
 * @minLength 1
 * @maxLength 4096
 */
validationToken?: string;
};

export type GetMirrorItemParams = {
/**
 * @maxLength 2000
 */
select?: string;
};

export type ListMirrorChildrenParams = {
token?: string;
top?: number;
/**
 * @maxLength 2000
 */
select?: string;
};

export type GetMirrorRootParams = {
/**
 * @maxLength 2000
 */
select?: string;
};

export type ListMirrorRootChildrenParams = {
token?: string;
top?: number;
/**
 * @maxLength 2000
 */
select?: string;
};

export type GetMirrorDeltaParams = {
token?: string;
top?: number;
/**
 * @maxLength 2000
 */
select?: string;
};

export type SearchMirrorItemsParams = {
token?: string;
top?: number;
/**
 * @maxLength 2000
 */
select?: string;
};

export type GetMirrorItemByPathParams = {
/**
 * @maxLength 2000
 */
select?: string;
};

export type ListMirrorChildrenByPathParams = {
token?: string;
top?: number;
/**
 * @maxLength 2000
 */
select?: string;
};

export type ExportAccountsParams = {
format?: ExportAccountsFormat;
status?: ExportAccountsStatus;
tier?: ExportAccountsTier;
search?: string;
};

export type ExportAccountsFormat = typeof ExportAccountsFormat[keyof typeof ExportAccountsFormat];


export const ExportAccountsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportAccountsStatus = typeof ExportAccountsStatus[keyof typeof ExportAccountsStatus];


export const ExportAccountsStatus = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  suspended: 'suspended',
} as const;

export type ExportAccountsTier = typeof ExportAccountsTier[keyof typeof ExportAccountsTier];


export const ExportAccountsTier = {
  trial: 'trial',
  basic: 'basic',
  enterprise: 'enterprise',
} as const;

export type ExportAuditEntriesParams = {
format?: ExportAuditEntriesFormat;
actor_kind?: ExportAuditEntriesActorKind;
actor?: string;
action?: string;
object?: string;
tenant_id?: string;
since?: string;
until?: string;
};

export type ExportAuditEntriesFormat = typeof ExportAuditEntriesFormat[keyof typeof ExportAuditEntriesFormat];


export const ExportAuditEntriesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportAuditEntriesActorKind = typeof ExportAuditEntriesActorKind[keyof typeof ExportAuditEntriesActorKind];


export const ExportAuditEntriesActorKind = {
  operator: 'operator',
  account: 'account',
  mirror_client: 'mirror_client',
  anonymous: 'anonymous',
  system: 'system',
} as const;

export type ExportPolicyBacktestsParams = {
format?: ExportPolicyBacktestsFormat;
};

export type ExportPolicyBacktestsFormat = typeof ExportPolicyBacktestsFormat[keyof typeof ExportPolicyBacktestsFormat];


export const ExportPolicyBacktestsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportBrandCertificatesParams = {
format?: ExportBrandCertificatesFormat;
brand_id: string;
};

export type ExportBrandCertificatesFormat = typeof ExportBrandCertificatesFormat[keyof typeof ExportBrandCertificatesFormat];


export const ExportBrandCertificatesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportBrandHitsParams = {
format?: ExportBrandHitsFormat;
brand_ids?: string[];
tenant_id?: string;
status?: ExportBrandHitsStatusItem[];
kinds?: ExportBrandHitsKindsItem[];
zones?: string[];
is_active?: boolean;
is_blocked?: boolean;
search?: string;
found_since?: string;
found_before?: string;
};

export type ExportBrandHitsFormat = typeof ExportBrandHitsFormat[keyof typeof ExportBrandHitsFormat];


export const ExportBrandHitsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportBrandHitsStatusItem = typeof ExportBrandHitsStatusItem[keyof typeof ExportBrandHitsStatusItem];


export const ExportBrandHitsStatusItem = {
  open: 'open',
  dismissed: 'dismissed',
  confirmed: 'confirmed',
} as const;

export type ExportBrandHitsKindsItem = typeof ExportBrandHitsKindsItem[keyof typeof ExportBrandHitsKindsItem];


export const ExportBrandHitsKindsItem = {
  tld_swap: 'tld_swap',
  homoglyph: 'homoglyph',
  transposition: 'transposition',
  repetition: 'repetition',
  omission: 'omission',
  hyphenation: 'hyphenation',
  vowel_swap: 'vowel_swap',
  replacement: 'replacement',
  bitsquatting: 'bitsquatting',
  insertion: 'insertion',
  addition: 'addition',
  subdomain: 'subdomain',
  combosquat: 'combosquat',
  edit: 'edit',
  contains: 'contains',
} as const;

export type ExportBrandsParams = {
format?: ExportBrandsFormat;
};

export type ExportBrandsFormat = typeof ExportBrandsFormat[keyof typeof ExportBrandsFormat];


export const ExportBrandsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportBulkAlertChangesParams = {
format?: ExportBulkAlertChangesFormat;
};

export type ExportBulkAlertChangesFormat = typeof ExportBulkAlertChangesFormat[keyof typeof ExportBulkAlertChangesFormat];


export const ExportBulkAlertChangesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportBulkRegistrationsParams = {
format?: ExportBulkRegistrationsFormat;
zone?: string;
nameserver?: string;
search?: string;
kinds?: ExportBulkRegistrationsKindsItem[];
min_size?: number;
min_score?: number;
start?: string;
end?: string;
};

export type ExportBulkRegistrationsFormat = typeof ExportBulkRegistrationsFormat[keyof typeof ExportBulkRegistrationsFormat];


export const ExportBulkRegistrationsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportBulkRegistrationsKindsItem = typeof ExportBulkRegistrationsKindsItem[keyof typeof ExportBulkRegistrationsKindsItem];


export const ExportBulkRegistrationsKindsItem = {
  shared: 'shared',
  numbered: 'numbered',
  variants: 'variants',
  random: 'random',
} as const;

export type ExportCertificateLogsParams = {
format?: ExportCertificateLogsFormat;
};

export type ExportCertificateLogsFormat = typeof ExportCertificateLogsFormat[keyof typeof ExportCertificateLogsFormat];


export const ExportCertificateLogsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportControllersParams = {
format?: ExportControllersFormat;
hostname?: string;
version?: string[];
label?: string[];
department?: string[];
has_department?: boolean;
source?: string;
is_blacklisted?: boolean;
silent_since?: string;
};

export type ExportControllersFormat = typeof ExportControllersFormat[keyof typeof ExportControllersFormat];


export const ExportControllersFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportDriveChangesParams = {
format?: ExportDriveChangesFormat;
site_id: string;
};

export type ExportDriveChangesFormat = typeof ExportDriveChangesFormat[keyof typeof ExportDriveChangesFormat];


export const ExportDriveChangesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportDriveFollowedSitesParams = {
format?: ExportDriveFollowedSitesFormat;
};

export type ExportDriveFollowedSitesFormat = typeof ExportDriveFollowedSitesFormat[keyof typeof ExportDriveFollowedSitesFormat];


export const ExportDriveFollowedSitesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportDriveItemsParams = {
format?: ExportDriveItemsFormat;
site_id: string;
};

export type ExportDriveItemsFormat = typeof ExportDriveItemsFormat[keyof typeof ExportDriveItemsFormat];


export const ExportDriveItemsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportDriveMassChangesParams = {
format?: ExportDriveMassChangesFormat;
site_id?: string;
states?: ExportDriveMassChangesStatesItem[];
};

export type ExportDriveMassChangesFormat = typeof ExportDriveMassChangesFormat[keyof typeof ExportDriveMassChangesFormat];


export const ExportDriveMassChangesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportDriveMassChangesStatesItem = typeof ExportDriveMassChangesStatesItem[keyof typeof ExportDriveMassChangesStatesItem];


export const ExportDriveMassChangesStatesItem = {
  open: 'open',
  confirmed: 'confirmed',
  dismissed: 'dismissed',
  resolved: 'resolved',
} as const;

export type ExportDriveSyncRunsParams = {
format?: ExportDriveSyncRunsFormat;
site_id: string;
};

export type ExportDriveSyncRunsFormat = typeof ExportDriveSyncRunsFormat[keyof typeof ExportDriveSyncRunsFormat];


export const ExportDriveSyncRunsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportIncidentsParams = {
format?: ExportIncidentsFormat;
tenant_id?: string;
status?: ExportIncidentsStatusItem[];
severity?: ExportIncidentsSeverityItem[];
owner_id?: string[];
is_owned?: boolean;
title?: string;
include_merged?: boolean;
};

export type ExportIncidentsFormat = typeof ExportIncidentsFormat[keyof typeof ExportIncidentsFormat];


export const ExportIncidentsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportIncidentsStatusItem = typeof ExportIncidentsStatusItem[keyof typeof ExportIncidentsStatusItem];


export const ExportIncidentsStatusItem = {
  open: 'open',
  investigating: 'investigating',
  resolved: 'resolved',
  false_positive: 'false_positive',
} as const;

export type ExportIncidentsSeverityItem = typeof ExportIncidentsSeverityItem[keyof typeof ExportIncidentsSeverityItem];


export const ExportIncidentsSeverityItem = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
} as const;

export type ExportLicenseRejectionsParams = {
format?: ExportLicenseRejectionsFormat;
since?: string;
until?: string;
cause?: ExportLicenseRejectionsCauseItem[];
};

export type ExportLicenseRejectionsFormat = typeof ExportLicenseRejectionsFormat[keyof typeof ExportLicenseRejectionsFormat];


export const ExportLicenseRejectionsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportLicenseRejectionsCauseItem = typeof ExportLicenseRejectionsCauseItem[keyof typeof ExportLicenseRejectionsCauseItem];


export const ExportLicenseRejectionsCauseItem = {
  rate_limited: 'rate_limited',
  invalid_json: 'invalid_json',
  missing_field: 'missing_field',
  invalid_field: 'invalid_field',
  invalid_guid: 'invalid_guid',
  invalid_license: 'invalid_license',
  blacklisted: 'blacklisted',
  no_seat: 'no_seat',
} as const;

export type ExportLicenseWarningsParams = {
format?: ExportLicenseWarningsFormat;
};

export type ExportLicenseWarningsFormat = typeof ExportLicenseWarningsFormat[keyof typeof ExportLicenseWarningsFormat];


export const ExportLicenseWarningsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportLookAlikesParams = {
format?: ExportLookAlikesFormat;
brand: string;
zones?: string[];
since?: string;
};

export type ExportLookAlikesFormat = typeof ExportLookAlikesFormat[keyof typeof ExportLookAlikesFormat];


export const ExportLookAlikesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportMailsParams = {
format?: ExportMailsFormat;
status?: ExportMailsStatus;
};

export type ExportMailsFormat = typeof ExportMailsFormat[keyof typeof ExportMailsFormat];


export const ExportMailsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportMailsStatus = typeof ExportMailsStatus[keyof typeof ExportMailsStatus];


export const ExportMailsStatus = {
  waiting: 'waiting',
  sent: 'sent',
  failed: 'failed',
  dropped: 'dropped',
} as const;

export type ExportMirrorClientsParams = {
format?: ExportMirrorClientsFormat;
search?: string;
};

export type ExportMirrorClientsFormat = typeof ExportMirrorClientsFormat[keyof typeof ExportMirrorClientsFormat];


export const ExportMirrorClientsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportModelPrecisionParams = {
format?: ExportModelPrecisionFormat;
tenant_id?: string;
};

export type ExportModelPrecisionFormat = typeof ExportModelPrecisionFormat[keyof typeof ExportModelPrecisionFormat];


export const ExportModelPrecisionFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportNameserverChangesParams = {
format?: ExportNameserverChangesFormat;
zone?: string;
nameserver?: string;
direction?: ExportNameserverChangesDirection;
kinds?: ExportNameserverChangesKindsItem[];
start?: string;
end?: string;
};

export type ExportNameserverChangesFormat = typeof ExportNameserverChangesFormat[keyof typeof ExportNameserverChangesFormat];


export const ExportNameserverChangesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportNameserverChangesDirection = typeof ExportNameserverChangesDirection[keyof typeof ExportNameserverChangesDirection];


export const ExportNameserverChangesDirection = {
  to: 'to',
  from: 'from',
} as const;

export type ExportNameserverChangesKindsItem = typeof ExportNameserverChangesKindsItem[keyof typeof ExportNameserverChangesKindsItem];


export const ExportNameserverChangesKindsItem = {
  added: 'added',
  removed: 'removed',
  moved: 'moved',
} as const;

export type ExportNameserverDomainsParams = {
format?: ExportNameserverDomainsFormat;
nameservers: string[];
zone?: string;
};

export type ExportNameserverDomainsFormat = typeof ExportNameserverDomainsFormat[keyof typeof ExportNameserverDomainsFormat];


export const ExportNameserverDomainsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportNotificationDeliveriesParams = {
format?: ExportNotificationDeliveriesFormat;
rule_id?: string;
status?: ExportNotificationDeliveriesStatus;
};

export type ExportNotificationDeliveriesFormat = typeof ExportNotificationDeliveriesFormat[keyof typeof ExportNotificationDeliveriesFormat];


export const ExportNotificationDeliveriesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportNotificationDeliveriesStatus = typeof ExportNotificationDeliveriesStatus[keyof typeof ExportNotificationDeliveriesStatus];


export const ExportNotificationDeliveriesStatus = {
  pending: 'pending',
  delivered: 'delivered',
  dead: 'dead',
} as const;

export type ExportNotificationRulesParams = {
format?: ExportNotificationRulesFormat;
search?: string;
is_enabled?: boolean;
};

export type ExportNotificationRulesFormat = typeof ExportNotificationRulesFormat[keyof typeof ExportNotificationRulesFormat];


export const ExportNotificationRulesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportPeopleParams = {
format?: ExportPeopleFormat;
search?: string;
role?: ExportPeopleRole;
};

export type ExportPeopleFormat = typeof ExportPeopleFormat[keyof typeof ExportPeopleFormat];


export const ExportPeopleFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportPeopleRole = typeof ExportPeopleRole[keyof typeof ExportPeopleRole];


export const ExportPeopleRole = {
  admin: 'admin',
  analyst: 'analyst',
  viewer: 'viewer',
  ingest: 'ingest',
} as const;

export type ExportPolicyZoneNamesParams = {
format?: ExportPolicyZoneNamesFormat;
policy_zone: string;
};

export type ExportPolicyZoneNamesFormat = typeof ExportPolicyZoneNamesFormat[keyof typeof ExportPolicyZoneNamesFormat];


export const ExportPolicyZoneNamesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportPolicyZonesParams = {
format?: ExportPolicyZonesFormat;
};

export type ExportPolicyZonesFormat = typeof ExportPolicyZonesFormat[keyof typeof ExportPolicyZonesFormat];


export const ExportPolicyZonesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportRdapWatchesParams = {
format?: ExportRdapWatchesFormat;
search?: string;
};

export type ExportRdapWatchesFormat = typeof ExportRdapWatchesFormat[keyof typeof ExportRdapWatchesFormat];


export const ExportRdapWatchesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportSessionsParams = {
format?: ExportSessionsFormat;
search?: string;
role?: ExportSessionsRole;
};

export type ExportSessionsFormat = typeof ExportSessionsFormat[keyof typeof ExportSessionsFormat];


export const ExportSessionsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportSessionsRole = typeof ExportSessionsRole[keyof typeof ExportSessionsRole];


export const ExportSessionsRole = {
  admin: 'admin',
  analyst: 'analyst',
  viewer: 'viewer',
  ingest: 'ingest',
} as const;

export type ExportAlertSuppressionsParams = {
format?: ExportAlertSuppressionsFormat;
is_ended?: boolean;
};

export type ExportAlertSuppressionsFormat = typeof ExportAlertSuppressionsFormat[keyof typeof ExportAlertSuppressionsFormat];


export const ExportAlertSuppressionsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportOperatorTokensParams = {
format?: ExportOperatorTokensFormat;
search?: string;
role?: ExportOperatorTokensRole;
status?: ExportOperatorTokensStatus;
};

export type ExportOperatorTokensFormat = typeof ExportOperatorTokensFormat[keyof typeof ExportOperatorTokensFormat];


export const ExportOperatorTokensFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportOperatorTokensRole = typeof ExportOperatorTokensRole[keyof typeof ExportOperatorTokensRole];


export const ExportOperatorTokensRole = {
  admin: 'admin',
  analyst: 'analyst',
  viewer: 'viewer',
  ingest: 'ingest',
} as const;

export type ExportOperatorTokensStatus = typeof ExportOperatorTokensStatus[keyof typeof ExportOperatorTokensStatus];


export const ExportOperatorTokensStatus = {
  active: 'active',
  expired: 'expired',
  revoked: 'revoked',
} as const;

export type ExportUsageLogParams = {
format?: ExportUsageLogFormat;
guid?: string;
};

export type ExportUsageLogFormat = typeof ExportUsageLogFormat[keyof typeof ExportUsageLogFormat];


export const ExportUsageLogFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportZoneImportsParams = {
format?: ExportZoneImportsFormat;
zone?: string;
};

export type ExportZoneImportsFormat = typeof ExportZoneImportsFormat[keyof typeof ExportZoneImportsFormat];


export const ExportZoneImportsFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportZoneSourcesParams = {
format?: ExportZoneSourcesFormat;
};

export type ExportZoneSourcesFormat = typeof ExportZoneSourcesFormat[keyof typeof ExportZoneSourcesFormat];


export const ExportZoneSourcesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type ExportZonesParams = {
format?: ExportZonesFormat;
};

export type ExportZonesFormat = typeof ExportZonesFormat[keyof typeof ExportZonesFormat];


export const ExportZonesFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  parquet: 'parquet',
} as const;

export type StreamEventsParams = {
/**
 * @minItems 1
 */
types?: StreamEventsTypesItem[];
/**
 * @minLength 1
 * @maxLength 256
 */
tenantId?: string;
lastEventId?: string;
};

export type StreamEventsTypesItem = typeof StreamEventsTypesItem[keyof typeof StreamEventsTypesItem];


export const StreamEventsTypesItem = {
  alerts: 'alerts',
  incidents: 'incidents',
  syncs: 'syncs',
  'check-ins': 'check-ins',
  'license-warnings': 'license-warnings',
  'license-changes': 'license-changes',
  'brand-hits': 'brand-hits',
} as const;

export type importInferencesResponse200 = {
  stream: TypedResponse<string>
  status: 200
}

export type importInferencesResponse400 = {
  data: ErrorResponse
  status: 400
}

export type importInferencesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type importInferencesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type importInferencesResponse408 = {
  data: ErrorResponse
  status: 408
}

export type importInferencesResponse413 = {
  data: ErrorResponse
  status: 413
}

export type importInferencesResponse415 = {
  data: ErrorResponse
  status: 415
}

export type importInferencesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type importInferencesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type importInferencesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type importInferencesResponseSuccess = (importInferencesResponse200) & {
  headers: Headers;
};
export type importInferencesResponseError = (importInferencesResponse400 | importInferencesResponse401 | importInferencesResponse403 | importInferencesResponse408 | importInferencesResponse413 | importInferencesResponse415 | importInferencesResponse429 | importInferencesResponse500 | importInferencesResponse503) & {
  headers: Headers;
};

export type importInferencesResponse = (importInferencesResponseSuccess | importInferencesResponseError)

export const getImportInferencesUrl = () => {




  return `/api/alerts/inferences`
}

export const importInferences = async (importInferencesBody: string, options?: Parameters<typeof sendGenerated>[1]): Promise<importInferencesResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<importInferencesResponse>(getImportInferencesUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson', ...getHeaders(options?.headers) },
    body: JSON.stringify(importInferencesBody)
  }
);}



export type exportAlertsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportAlertsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportAlertsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportAlertsResponse200ApplicationStixJsonVersion21 = {
  data: ExportAlerts200Four
  status: 200
}

export type exportAlertsResponse200ApplicationJson = {
  data: ExportAlerts200Five
  status: 200
}

export type exportAlertsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportAlertsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportAlertsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportAlertsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportAlertsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportAlertsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportAlertsResponseSuccess = (exportAlertsResponse200ApplicationXNdjson | exportAlertsResponse200TextCsv | exportAlertsResponse200ApplicationVndApacheParquet | exportAlertsResponse200ApplicationStixJsonVersion21 | exportAlertsResponse200ApplicationJson) & {
  headers: Headers;
};
export type exportAlertsResponseError = (exportAlertsResponse401 | exportAlertsResponse403 | exportAlertsResponse422 | exportAlertsResponse429 | exportAlertsResponse500 | exportAlertsResponse503) & {
  headers: Headers;
};

export type exportAlertsResponse = (exportAlertsResponseSuccess | exportAlertsResponseError)

export const getExportAlertsUrl = (params?: ExportAlertsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["model","severity","status","platform","technique","attack","model_name","assignee_id","mentioned_id","incident_id"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/alerts/export?${stringifiedParams}` : `/api/alerts/export`
}

export const exportAlerts = async (params?: ExportAlertsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportAlertsResponse> => {

  return sendGenerated<exportAlertsResponse>(getExportAlertsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportEndpointsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportEndpointsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportEndpointsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportEndpointsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportEndpointsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportEndpointsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportEndpointsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportEndpointsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportEndpointsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportEndpointsResponseSuccess = (exportEndpointsResponse200ApplicationXNdjson | exportEndpointsResponse200TextCsv | exportEndpointsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportEndpointsResponseError = (exportEndpointsResponse401 | exportEndpointsResponse403 | exportEndpointsResponse422 | exportEndpointsResponse429 | exportEndpointsResponse500 | exportEndpointsResponse503) & {
  headers: Headers;
};

export type exportEndpointsResponse = (exportEndpointsResponseSuccess | exportEndpointsResponseError)

export const getExportEndpointsUrl = (params?: ExportEndpointsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/endpoints/export?${stringifiedParams}` : `/api/endpoints/export`
}

export const exportEndpoints = async (params?: ExportEndpointsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportEndpointsResponse> => {

  return sendGenerated<exportEndpointsResponse>(getExportEndpointsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type listAlertsResponse200 = {
  data: AlertListResponse
  status: 200
}

export type listAlertsResponse400 = {
  data: ErrorResponse
  status: 400
}

export type listAlertsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type listAlertsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type listAlertsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type listAlertsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type listAlertsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type listAlertsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type listAlertsResponse504 = {
  data: ErrorResponse
  status: 504
}

export type listAlertsResponseSuccess = (listAlertsResponse200) & {
  headers: Headers;
};
export type listAlertsResponseError = (listAlertsResponse400 | listAlertsResponse401 | listAlertsResponse403 | listAlertsResponse422 | listAlertsResponse429 | listAlertsResponse500 | listAlertsResponse503 | listAlertsResponse504) & {
  headers: Headers;
};

export type listAlertsResponse = (listAlertsResponseSuccess | listAlertsResponseError)

export const getListAlertsUrl = (params?: ListAlertsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/alerts?${stringifiedParams}` : `/alerts`
}

export const listAlerts = async (params?: ListAlertsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<listAlertsResponse> => {

  return sendGenerated<listAlertsResponse>(getListAlertsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type getAlertResponse200 = {
  data: AlertResponse
  status: 200
}

export type getAlertResponse401 = {
  data: ErrorResponse
  status: 401
}

export type getAlertResponse403 = {
  data: ErrorResponse
  status: 403
}

export type getAlertResponse404 = {
  data: ErrorResponse
  status: 404
}

export type getAlertResponse429 = {
  data: ErrorResponse
  status: 429
}

export type getAlertResponse500 = {
  data: ErrorResponse
  status: 500
}

export type getAlertResponse503 = {
  data: ErrorResponse
  status: 503
}

export type getAlertResponse504 = {
  data: ErrorResponse
  status: 504
}

export type getAlertResponseSuccess = (getAlertResponse200) & {
  headers: Headers;
};
export type getAlertResponseError = (getAlertResponse401 | getAlertResponse403 | getAlertResponse404 | getAlertResponse429 | getAlertResponse500 | getAlertResponse503 | getAlertResponse504) & {
  headers: Headers;
};

export type getAlertResponse = (getAlertResponseSuccess | getAlertResponseError)

export const getGetAlertUrl = (alertId: string,) => {




  return `/alerts/${encodeURIComponent(String(alertId))}`
}

export const getAlert = async (alertId: string, options?: Parameters<typeof sendGenerated>[1]): Promise<getAlertResponse> => {

  return sendGenerated<getAlertResponse>(getGetAlertUrl(alertId),
  {
    ...options,
    method: 'GET'


  }
);}



export type updateAlertResponse200 = {
  data: AlertResponse
  status: 200
}

export type updateAlertResponse400 = {
  data: ErrorResponse
  status: 400
}

export type updateAlertResponse401 = {
  data: ErrorResponse
  status: 401
}

export type updateAlertResponse403 = {
  data: ErrorResponse
  status: 403
}

export type updateAlertResponse404 = {
  data: ErrorResponse
  status: 404
}

export type updateAlertResponse413 = {
  data: ErrorResponse
  status: 413
}

export type updateAlertResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type updateAlertResponse429 = {
  data: ErrorResponse
  status: 429
}

export type updateAlertResponse500 = {
  data: ErrorResponse
  status: 500
}

export type updateAlertResponse503 = {
  data: ErrorResponse
  status: 503
}

export type updateAlertResponse504 = {
  data: ErrorResponse
  status: 504
}

export type updateAlertResponseSuccess = (updateAlertResponse200) & {
  headers: Headers;
};
export type updateAlertResponseError = (updateAlertResponse400 | updateAlertResponse401 | updateAlertResponse403 | updateAlertResponse404 | updateAlertResponse413 | updateAlertResponse422 | updateAlertResponse429 | updateAlertResponse500 | updateAlertResponse503 | updateAlertResponse504) & {
  headers: Headers;
};

export type updateAlertResponse = (updateAlertResponseSuccess | updateAlertResponseError)

export const getUpdateAlertUrl = (alertId: string,) => {




  return `/alerts/${encodeURIComponent(String(alertId))}`
}

export const updateAlert = async (alertId: string,
    updateAlertRequest: UpdateAlertRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<updateAlertResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<updateAlertResponse>(getUpdateAlertUrl(alertId),
  {
    ...options,
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(updateAlertRequest)
  }
);}



export type listEndpointsResponse200 = {
  data: EndpointStatusResponse[]
  status: 200
}

export type listEndpointsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type listEndpointsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type listEndpointsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type listEndpointsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type listEndpointsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type listEndpointsResponse504 = {
  data: ErrorResponse
  status: 504
}

export type listEndpointsResponseSuccess = (listEndpointsResponse200) & {
  headers: Headers;
};
export type listEndpointsResponseError = (listEndpointsResponse401 | listEndpointsResponse403 | listEndpointsResponse429 | listEndpointsResponse500 | listEndpointsResponse503 | listEndpointsResponse504) & {
  headers: Headers;
};

export type listEndpointsResponse = (listEndpointsResponseSuccess | listEndpointsResponseError)

export const getListEndpointsUrl = (params?: ListEndpointsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/endpoints?${stringifiedParams}` : `/endpoints`
}

export const listEndpoints = async (params?: ListEndpointsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<listEndpointsResponse> => {

  return sendGenerated<listEndpointsResponse>(getListEndpointsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type submitFeedbackResponse200 = {
  data: FeedbackResponse
  status: 200
}

export type submitFeedbackResponse400 = {
  data: ErrorResponse
  status: 400
}

export type submitFeedbackResponse401 = {
  data: ErrorResponse
  status: 401
}

export type submitFeedbackResponse403 = {
  data: ErrorResponse
  status: 403
}

export type submitFeedbackResponse404 = {
  data: ErrorResponse
  status: 404
}

export type submitFeedbackResponse413 = {
  data: ErrorResponse
  status: 413
}

export type submitFeedbackResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type submitFeedbackResponse429 = {
  data: ErrorResponse
  status: 429
}

export type submitFeedbackResponse500 = {
  data: ErrorResponse
  status: 500
}

export type submitFeedbackResponse503 = {
  data: ErrorResponse
  status: 503
}

export type submitFeedbackResponse504 = {
  data: ErrorResponse
  status: 504
}

export type submitFeedbackResponseSuccess = (submitFeedbackResponse200) & {
  headers: Headers;
};
export type submitFeedbackResponseError = (submitFeedbackResponse400 | submitFeedbackResponse401 | submitFeedbackResponse403 | submitFeedbackResponse404 | submitFeedbackResponse413 | submitFeedbackResponse422 | submitFeedbackResponse429 | submitFeedbackResponse500 | submitFeedbackResponse503 | submitFeedbackResponse504) & {
  headers: Headers;
};

export type submitFeedbackResponse = (submitFeedbackResponseSuccess | submitFeedbackResponseError)

export const getSubmitFeedbackUrl = () => {




  return `/feedback`
}

export const submitFeedback = async (feedbackRequest: FeedbackRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<submitFeedbackResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<submitFeedbackResponse>(getSubmitFeedbackUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(feedbackRequest)
  }
);}



export type getHealthResponse200 = {
  data: HealthResponse
  status: 200
}

export type getHealthResponse401 = {
  data: ErrorResponse
  status: 401
}

export type getHealthResponse403 = {
  data: ErrorResponse
  status: 403
}

export type getHealthResponse500 = {
  data: ErrorResponse
  status: 500
}

export type getHealthResponse503 = {
  data: ErrorResponse
  status: 503
}

export type getHealthResponse504 = {
  data: ErrorResponse
  status: 504
}

export type getHealthResponseSuccess = (getHealthResponse200) & {
  headers: Headers;
};
export type getHealthResponseError = (getHealthResponse401 | getHealthResponse403 | getHealthResponse500 | getHealthResponse503 | getHealthResponse504) & {
  headers: Headers;
};

export type getHealthResponse = (getHealthResponseSuccess | getHealthResponseError)

export const getGetHealthUrl = () => {




  return `/health`
}

export const getHealth = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getHealthResponse> => {

  return sendGenerated<getHealthResponse>(getGetHealthUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type getSigningKeysResponse200 = {
  data: GetSigningKeys200
  status: 200
}

export type getSigningKeysResponseSuccess = (getSigningKeysResponse200) & {
  headers: Headers;
};
;

export type getSigningKeysResponse = (getSigningKeysResponseSuccess)

export const getGetSigningKeysUrl = () => {




  return `/.well-known/jwks.json`
}

export const getSigningKeys = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getSigningKeysResponse> => {

  return sendGenerated<getSigningKeysResponse>(getGetSigningKeysUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type checkLicenseResponse200 = {
  data: CheckLicenseResponse
  status: 200
}

export type checkLicenseResponse400 = {
  data: MessageResponse
  status: 400
}

export type checkLicenseResponse401 = {
  data: MessageResponse
  status: 401
}

export type checkLicenseResponse403 = {
  data: MessageResponse
  status: 403
}

export type checkLicenseResponse413 = {
  data: MessageResponse
  status: 413
}

export type checkLicenseResponse429 = {
  data: MessageResponse
  status: 429
}

export type checkLicenseResponse500 = {
  data: MessageResponse
  status: 500
}

export type checkLicenseResponse503 = {
  data: MessageResponse
  status: 503
}

export type checkLicenseResponse504 = {
  data: MessageResponse
  status: 504
}

export type checkLicenseResponseSuccess = (checkLicenseResponse200) & {
  headers: Headers;
};
export type checkLicenseResponseError = (checkLicenseResponse400 | checkLicenseResponse401 | checkLicenseResponse403 | checkLicenseResponse413 | checkLicenseResponse429 | checkLicenseResponse500 | checkLicenseResponse503 | checkLicenseResponse504) & {
  headers: Headers;
};

export type checkLicenseResponse = (checkLicenseResponseSuccess | checkLicenseResponseError)

export const getCheckLicenseUrl = () => {




  return `/api/check-license/`
}

export const checkLicense = async (controllerRecord: ControllerRecord, options?: Parameters<typeof sendGenerated>[1]): Promise<checkLicenseResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<checkLicenseResponse>(getCheckLicenseUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(controllerRecord)
  }
);}



export type getLicensesResponse200 = {
  data: GetLicensesResponse
  status: 200
}

export type getLicensesResponse401 = {
  data: MessageResponse
  status: 401
}

export type getLicensesResponse403 = {
  data: MessageResponse
  status: 403
}

export type getLicensesResponse429 = {
  data: MessageResponse
  status: 429
}

export type getLicensesResponse500 = {
  data: MessageResponse
  status: 500
}

export type getLicensesResponse503 = {
  data: MessageResponse
  status: 503
}

export type getLicensesResponse504 = {
  data: MessageResponse
  status: 504
}

export type getLicensesResponseSuccess = (getLicensesResponse200) & {
  headers: Headers;
};
export type getLicensesResponseError = (getLicensesResponse401 | getLicensesResponse403 | getLicensesResponse429 | getLicensesResponse500 | getLicensesResponse503 | getLicensesResponse504) & {
  headers: Headers;
};

export type getLicensesResponse = (getLicensesResponseSuccess | getLicensesResponseError)

export const getGetLicensesUrl = () => {




  return `/api/get-licenses/`
}

export const getLicenses = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getLicensesResponse> => {

  return sendGenerated<getLicensesResponse>(getGetLicensesUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportBlockListResponse200 = {
  data: string
  status: 200
}

export type exportBlockListResponse304 = {
  data: void
  status: 304
}

export type exportBlockListResponse400 = {
  data: ExportBlockList400
  status: 400
}

export type exportBlockListResponse401 = {
  data: ExportBlockList401
  status: 401
}

export type exportBlockListResponse403 = {
  data: ExportBlockList403
  status: 403
}

export type exportBlockListResponse429 = {
  data: ExportBlockList429
  status: 429
}

export type exportBlockListResponse500 = {
  data: ExportBlockList500
  status: 500
}

export type exportBlockListResponse503 = {
  data: ExportBlockList503
  status: 503
}

export type exportBlockListResponseSuccess = (exportBlockListResponse200) & {
  headers: Headers;
};
export type exportBlockListResponseError = (exportBlockListResponse304 | exportBlockListResponse400 | exportBlockListResponse401 | exportBlockListResponse403 | exportBlockListResponse429 | exportBlockListResponse500 | exportBlockListResponse503) & {
  headers: Headers;
};

export type exportBlockListResponse = (exportBlockListResponseSuccess | exportBlockListResponseError)

export const getExportBlockListUrl = (params?: ExportBlockListParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["brand_id"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/brands/blocklist?${stringifiedParams}` : `/api/brands/blocklist`
}

export const exportBlockList = async (params?: ExportBlockListParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportBlockListResponse> => {

  return sendGenerated<exportBlockListResponse>(getExportBlockListUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportZoneResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportZoneResponse200TextCsv = {
  data: string
  status: 200
}

export type exportZoneResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportZoneResponse400 = {
  data: ExportZone400
  status: 400
}

export type exportZoneResponse401 = {
  data: ExportZone401
  status: 401
}

export type exportZoneResponse403 = {
  data: ExportZone403
  status: 403
}

export type exportZoneResponse404 = {
  data: ExportZone404
  status: 404
}

export type exportZoneResponse408 = {
  data: ExportZone408
  status: 408
}

export type exportZoneResponse410 = {
  data: ExportZone410
  status: 410
}

export type exportZoneResponse429 = {
  data: ExportZone429
  status: 429
}

export type exportZoneResponse500 = {
  data: ExportZone500
  status: 500
}

export type exportZoneResponse503 = {
  data: ExportZone503
  status: 503
}

export type exportZoneResponseSuccess = (exportZoneResponse200ApplicationXNdjson | exportZoneResponse200TextCsv | exportZoneResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportZoneResponseError = (exportZoneResponse400 | exportZoneResponse401 | exportZoneResponse403 | exportZoneResponse404 | exportZoneResponse408 | exportZoneResponse410 | exportZoneResponse429 | exportZoneResponse500 | exportZoneResponse503) & {
  headers: Headers;
};

export type exportZoneResponse = (exportZoneResponseSuccess | exportZoneResponseError)

export const getExportZoneUrl = (zone: string,
    params?: ExportZoneParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/export/${encodeURIComponent(String(zone))}?${stringifiedParams}` : `/api/v1/export/${encodeURIComponent(String(zone))}`
}

export const exportZone = async (zone: string,
    params?: ExportZoneParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportZoneResponse> => {

  return sendGenerated<exportZoneResponse>(getExportZoneUrl(zone,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type downloadZoneResponse200 = {
  data: SearchPage
  status: 200
}

export type downloadZoneResponse400 = {
  data: ZoneFeedError
  status: 400
}

export type downloadZoneResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type downloadZoneResponse403 = {
  data: SubscriptionExpiredError | ZoneFeedError
  status: 403
}

export type downloadZoneResponse404 = {
  data: ZoneFeedError
  status: 404
}

export type downloadZoneResponse410 = {
  data: ZoneFeedError
  status: 410
}

export type downloadZoneResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type downloadZoneResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type downloadZoneResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type downloadZoneResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type downloadZoneResponseSuccess = (downloadZoneResponse200) & {
  headers: Headers;
};
export type downloadZoneResponseError = (downloadZoneResponse400 | downloadZoneResponse401 | downloadZoneResponse403 | downloadZoneResponse404 | downloadZoneResponse410 | downloadZoneResponse429 | downloadZoneResponse500 | downloadZoneResponse503 | downloadZoneResponse504) & {
  headers: Headers;
};

export type downloadZoneResponse = (downloadZoneResponseSuccess | downloadZoneResponseError)

export const getDownloadZoneUrl = (zone: string,
    params?: DownloadZoneParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/download/${encodeURIComponent(String(zone))}?${stringifiedParams}` : `/api/v1/download/${encodeURIComponent(String(zone))}`
}

export const downloadZone = async (zone: string,
    params?: DownloadZoneParams, options?: Parameters<typeof sendGenerated>[1]): Promise<downloadZoneResponse> => {

  return sendGenerated<downloadZoneResponse>(getDownloadZoneUrl(zone,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type listRdapZonesResponse200 = {
  data: RdapZoneList
  status: 200
}

export type listRdapZonesResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type listRdapZonesResponse403 = {
  data: SubscriptionExpiredError | ZoneFeedError
  status: 403
}

export type listRdapZonesResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type listRdapZonesResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type listRdapZonesResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type listRdapZonesResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type listRdapZonesResponseSuccess = (listRdapZonesResponse200) & {
  headers: Headers;
};
export type listRdapZonesResponseError = (listRdapZonesResponse401 | listRdapZonesResponse403 | listRdapZonesResponse429 | listRdapZonesResponse500 | listRdapZonesResponse503 | listRdapZonesResponse504) & {
  headers: Headers;
};

export type listRdapZonesResponse = (listRdapZonesResponseSuccess | listRdapZonesResponseError)

export const getListRdapZonesUrl = () => {




  return `/api/v1/rdap/zones`
}

export const listRdapZones = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<listRdapZonesResponse> => {

  return sendGenerated<listRdapZonesResponse>(getListRdapZonesUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type lookUpDomainResponse200 = {
  data: RdapDossier
  status: 200
}

export type lookUpDomainResponse400 = {
  data: RdapError
  status: 400
}

export type lookUpDomainResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type lookUpDomainResponse403 = {
  data: RdapError | SubscriptionExpiredError | ZoneFeedError
  status: 403
}

export type lookUpDomainResponse404 = {
  data: RdapError
  status: 404
}

export type lookUpDomainResponse429 = {
  data: RdapLimitError | QuotaExceededError
  status: 429
}

export type lookUpDomainResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type lookUpDomainResponse502 = {
  data: RdapError
  status: 502
}

export type lookUpDomainResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type lookUpDomainResponse504 = {
  data: RdapError | ZoneFeedError
  status: 504
}

export type lookUpDomainResponseSuccess = (lookUpDomainResponse200) & {
  headers: Headers;
};
export type lookUpDomainResponseError = (lookUpDomainResponse400 | lookUpDomainResponse401 | lookUpDomainResponse403 | lookUpDomainResponse404 | lookUpDomainResponse429 | lookUpDomainResponse500 | lookUpDomainResponse502 | lookUpDomainResponse503 | lookUpDomainResponse504) & {
  headers: Headers;
};

export type lookUpDomainResponse = (lookUpDomainResponseSuccess | lookUpDomainResponseError)

export const getLookUpDomainUrl = (domain: string,) => {




  return `/api/v1/rdap/${encodeURIComponent(String(domain))}`
}

export const lookUpDomain = async (domain: string, options?: Parameters<typeof sendGenerated>[1]): Promise<lookUpDomainResponse> => {

  return sendGenerated<lookUpDomainResponse>(getLookUpDomainUrl(domain),
  {
    ...options,
    method: 'GET'


  }
);}



export type listZonesResponse200 = {
  data: ZoneList
  status: 200
}

export type listZonesResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type listZonesResponse403 = {
  data: SubscriptionExpiredError | ZoneFeedError
  status: 403
}

export type listZonesResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type listZonesResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type listZonesResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type listZonesResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type listZonesResponseSuccess = (listZonesResponse200) & {
  headers: Headers;
};
export type listZonesResponseError = (listZonesResponse401 | listZonesResponse403 | listZonesResponse429 | listZonesResponse500 | listZonesResponse503 | listZonesResponse504) & {
  headers: Headers;
};

export type listZonesResponse = (listZonesResponseSuccess | listZonesResponseError)

export const getListZonesUrl = () => {




  return `/api/v1/zones/`
}

export const listZones = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<listZonesResponse> => {

  return sendGenerated<listZonesResponse>(getListZonesUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type listApiKeysResponse200 = {
  data: ApiKeyResponse[]
  status: 200
}

export type listApiKeysResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type listApiKeysResponse403 = {
  data: SubscriptionExpiredError | ZoneFeedError
  status: 403
}

export type listApiKeysResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type listApiKeysResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type listApiKeysResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type listApiKeysResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type listApiKeysResponseSuccess = (listApiKeysResponse200) & {
  headers: Headers;
};
export type listApiKeysResponseError = (listApiKeysResponse401 | listApiKeysResponse403 | listApiKeysResponse429 | listApiKeysResponse500 | listApiKeysResponse503 | listApiKeysResponse504) & {
  headers: Headers;
};

export type listApiKeysResponse = (listApiKeysResponseSuccess | listApiKeysResponseError)

export const getListApiKeysUrl = () => {




  return `/auth/api-keys`
}

export const listApiKeys = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<listApiKeysResponse> => {

  return sendGenerated<listApiKeysResponse>(getListApiKeysUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type generateApiKeyResponse201 = {
  data: GenerateKeyResponse
  status: 201
}

export type generateApiKeyResponse400 = {
  data: ZoneFeedError
  status: 400
}

export type generateApiKeyResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type generateApiKeyResponse403 = {
  data: ZoneFeedError
  status: 403
}

export type generateApiKeyResponse409 = {
  data: ZoneFeedError
  status: 409
}

export type generateApiKeyResponse413 = {
  data: ZoneFeedError
  status: 413
}

export type generateApiKeyResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type generateApiKeyResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type generateApiKeyResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type generateApiKeyResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type generateApiKeyResponseSuccess = (generateApiKeyResponse201) & {
  headers: Headers;
};
export type generateApiKeyResponseError = (generateApiKeyResponse400 | generateApiKeyResponse401 | generateApiKeyResponse403 | generateApiKeyResponse409 | generateApiKeyResponse413 | generateApiKeyResponse429 | generateApiKeyResponse500 | generateApiKeyResponse503 | generateApiKeyResponse504) & {
  headers: Headers;
};

export type generateApiKeyResponse = (generateApiKeyResponseSuccess | generateApiKeyResponseError)

export const getGenerateApiKeyUrl = () => {




  return `/auth/api-keys/generate`
}

export const generateApiKey = async (generateKeyRequest: GenerateKeyRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<generateApiKeyResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<generateApiKeyResponse>(getGenerateApiKeyUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(generateKeyRequest)
  }
);}



export type deleteApiKeyResponse200 = {
  data: DeleteKeyResponse
  status: 200
}

export type deleteApiKeyResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type deleteApiKeyResponse403 = {
  data: SubscriptionExpiredError | ZoneFeedError
  status: 403
}

export type deleteApiKeyResponse404 = {
  data: ZoneFeedError
  status: 404
}

export type deleteApiKeyResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type deleteApiKeyResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type deleteApiKeyResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type deleteApiKeyResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type deleteApiKeyResponseSuccess = (deleteApiKeyResponse200) & {
  headers: Headers;
};
export type deleteApiKeyResponseError = (deleteApiKeyResponse401 | deleteApiKeyResponse403 | deleteApiKeyResponse404 | deleteApiKeyResponse429 | deleteApiKeyResponse500 | deleteApiKeyResponse503 | deleteApiKeyResponse504) & {
  headers: Headers;
};

export type deleteApiKeyResponse = (deleteApiKeyResponseSuccess | deleteApiKeyResponseError)

export const getDeleteApiKeyUrl = (keyName: string,) => {




  return `/auth/api-keys/${encodeURIComponent(String(keyName))}`
}

export const deleteApiKey = async (keyName: string, options?: Parameters<typeof sendGenerated>[1]): Promise<deleteApiKeyResponse> => {

  return sendGenerated<deleteApiKeyResponse>(getDeleteApiKeyUrl(keyName),
  {
    ...options,
    method: 'DELETE'


  }
);}



export type confirmEmailResponse200 = {
  data: ConfirmEmailResponse
  status: 200
}

export type confirmEmailResponse400 = {
  data: ZoneFeedError
  status: 400
}

export type confirmEmailResponse413 = {
  data: ZoneFeedError
  status: 413
}

export type confirmEmailResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type confirmEmailResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type confirmEmailResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type confirmEmailResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type confirmEmailResponseSuccess = (confirmEmailResponse200) & {
  headers: Headers;
};
export type confirmEmailResponseError = (confirmEmailResponse400 | confirmEmailResponse413 | confirmEmailResponse429 | confirmEmailResponse500 | confirmEmailResponse503 | confirmEmailResponse504) & {
  headers: Headers;
};

export type confirmEmailResponse = (confirmEmailResponseSuccess | confirmEmailResponseError)

export const getConfirmEmailUrl = () => {




  return `/auth/email/confirm`
}

export const confirmEmail = async (confirmEmailRequest: ConfirmEmailRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<confirmEmailResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<confirmEmailResponse>(getConfirmEmailUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(confirmEmailRequest)
  }
);}



export type requestEmailConfirmationResponse202 = {
  data: RequestMailResponse
  status: 202
}

export type requestEmailConfirmationResponse400 = {
  data: ZoneFeedError
  status: 400
}

export type requestEmailConfirmationResponse413 = {
  data: ZoneFeedError
  status: 413
}

export type requestEmailConfirmationResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type requestEmailConfirmationResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type requestEmailConfirmationResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type requestEmailConfirmationResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type requestEmailConfirmationResponseSuccess = (requestEmailConfirmationResponse202) & {
  headers: Headers;
};
export type requestEmailConfirmationResponseError = (requestEmailConfirmationResponse400 | requestEmailConfirmationResponse413 | requestEmailConfirmationResponse429 | requestEmailConfirmationResponse500 | requestEmailConfirmationResponse503 | requestEmailConfirmationResponse504) & {
  headers: Headers;
};

export type requestEmailConfirmationResponse = (requestEmailConfirmationResponseSuccess | requestEmailConfirmationResponseError)

export const getRequestEmailConfirmationUrl = () => {




  return `/auth/email/unconfirmed`
}

export const requestEmailConfirmation = async (requestMailRequest: RequestMailRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<requestEmailConfirmationResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<requestEmailConfirmationResponse>(getRequestEmailConfirmationUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(requestMailRequest)
  }
);}



export type getMeResponse200 = {
  data: MeResponse
  status: 200
}

export type getMeResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type getMeResponse403 = {
  data: SubscriptionExpiredError | ZoneFeedError
  status: 403
}

export type getMeResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type getMeResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type getMeResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type getMeResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type getMeResponseSuccess = (getMeResponse200) & {
  headers: Headers;
};
export type getMeResponseError = (getMeResponse401 | getMeResponse403 | getMeResponse429 | getMeResponse500 | getMeResponse503 | getMeResponse504) & {
  headers: Headers;
};

export type getMeResponse = (getMeResponseSuccess | getMeResponseError)

export const getGetMeUrl = () => {




  return `/auth/me`
}

export const getMe = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getMeResponse> => {

  return sendGenerated<getMeResponse>(getGetMeUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type changePasswordResponse200 = {
  data: ChangedPasswordResponse
  status: 200
}

export type changePasswordResponse400 = {
  data: ZoneFeedError
  status: 400
}

export type changePasswordResponse401 = {
  data: ZoneFeedError
  status: 401
}

export type changePasswordResponse403 = {
  data: ZoneFeedError
  status: 403
}

export type changePasswordResponse413 = {
  data: ZoneFeedError
  status: 413
}

export type changePasswordResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type changePasswordResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type changePasswordResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type changePasswordResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type changePasswordResponseSuccess = (changePasswordResponse200) & {
  headers: Headers;
};
export type changePasswordResponseError = (changePasswordResponse400 | changePasswordResponse401 | changePasswordResponse403 | changePasswordResponse413 | changePasswordResponse429 | changePasswordResponse500 | changePasswordResponse503 | changePasswordResponse504) & {
  headers: Headers;
};

export type changePasswordResponse = (changePasswordResponseSuccess | changePasswordResponseError)

export const getChangePasswordUrl = () => {




  return `/auth/password`
}

export const changePassword = async (changePasswordRequest: ChangePasswordRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<changePasswordResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<changePasswordResponse>(getChangePasswordUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(changePasswordRequest)
  }
);}



export type requestPasswordResetResponse202 = {
  data: RequestMailResponse
  status: 202
}

export type requestPasswordResetResponse400 = {
  data: ZoneFeedError
  status: 400
}

export type requestPasswordResetResponse413 = {
  data: ZoneFeedError
  status: 413
}

export type requestPasswordResetResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type requestPasswordResetResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type requestPasswordResetResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type requestPasswordResetResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type requestPasswordResetResponseSuccess = (requestPasswordResetResponse202) & {
  headers: Headers;
};
export type requestPasswordResetResponseError = (requestPasswordResetResponse400 | requestPasswordResetResponse413 | requestPasswordResetResponse429 | requestPasswordResetResponse500 | requestPasswordResetResponse503 | requestPasswordResetResponse504) & {
  headers: Headers;
};

export type requestPasswordResetResponse = (requestPasswordResetResponseSuccess | requestPasswordResetResponseError)

export const getRequestPasswordResetUrl = () => {




  return `/auth/password/forgotten`
}

export const requestPasswordReset = async (requestMailRequest: RequestMailRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<requestPasswordResetResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<requestPasswordResetResponse>(getRequestPasswordResetUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(requestMailRequest)
  }
);}



export type resetPasswordResponse200 = {
  data: ChangedPasswordResponse
  status: 200
}

export type resetPasswordResponse400 = {
  data: ZoneFeedError
  status: 400
}

export type resetPasswordResponse413 = {
  data: ZoneFeedError
  status: 413
}

export type resetPasswordResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type resetPasswordResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type resetPasswordResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type resetPasswordResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type resetPasswordResponseSuccess = (resetPasswordResponse200) & {
  headers: Headers;
};
export type resetPasswordResponseError = (resetPasswordResponse400 | resetPasswordResponse413 | resetPasswordResponse429 | resetPasswordResponse500 | resetPasswordResponse503 | resetPasswordResponse504) & {
  headers: Headers;
};

export type resetPasswordResponse = (resetPasswordResponseSuccess | resetPasswordResponseError)

export const getResetPasswordUrl = () => {




  return `/auth/password/reset`
}

export const resetPassword = async (resetPasswordRequest: ResetPasswordRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<resetPasswordResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<resetPasswordResponse>(getResetPasswordUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(resetPasswordRequest)
  }
);}



export type registerAccountResponse201 = {
  data: RegisterResponse
  status: 201
}

export type registerAccountResponse400 = {
  data: ZoneFeedError
  status: 400
}

export type registerAccountResponse409 = {
  data: ZoneFeedError
  status: 409
}

export type registerAccountResponse413 = {
  data: ZoneFeedError
  status: 413
}

export type registerAccountResponse429 = {
  data: QuotaExceededError
  status: 429
}

export type registerAccountResponse500 = {
  data: ZoneFeedError
  status: 500
}

export type registerAccountResponse503 = {
  data: ZoneFeedError
  status: 503
}

export type registerAccountResponse504 = {
  data: ZoneFeedError
  status: 504
}

export type registerAccountResponseSuccess = (registerAccountResponse201) & {
  headers: Headers;
};
export type registerAccountResponseError = (registerAccountResponse400 | registerAccountResponse409 | registerAccountResponse413 | registerAccountResponse429 | registerAccountResponse500 | registerAccountResponse503 | registerAccountResponse504) & {
  headers: Headers;
};

export type registerAccountResponse = (registerAccountResponseSuccess | registerAccountResponseError)

export const getRegisterAccountUrl = () => {




  return `/auth/register`
}

export const registerAccount = async (registerRequest: RegisterRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<registerAccountResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<registerAccountResponse>(getRegisterAccountUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(registerRequest)
  }
);}



export type receiveNotificationsResponse200 = {
  data: string
  status: 200
}

export type receiveNotificationsResponse202 = {
  data: NotificationReceipt
  status: 202
}

export type receiveNotificationsResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type receiveNotificationsResponse413 = {
  data: DriveErrorResponse
  status: 413
}

export type receiveNotificationsResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type receiveNotificationsResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type receiveNotificationsResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type receiveNotificationsResponseSuccess = (receiveNotificationsResponse200 | receiveNotificationsResponse202) & {
  headers: Headers;
};
export type receiveNotificationsResponseError = (receiveNotificationsResponse400 | receiveNotificationsResponse413 | receiveNotificationsResponse500 | receiveNotificationsResponse503 | receiveNotificationsResponse504) & {
  headers: Headers;
};

export type receiveNotificationsResponse = (receiveNotificationsResponseSuccess | receiveNotificationsResponseError)

export const getReceiveNotificationsUrl = (params?: ReceiveNotificationsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/drive/notifications?${stringifiedParams}` : `/drive/notifications`
}

export const receiveNotifications = async (changeNotifications: ChangeNotifications,
    params?: ReceiveNotificationsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<receiveNotificationsResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<receiveNotificationsResponse>(getReceiveNotificationsUrl(params),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(changeNotifications)
  }
);}



export type getMirrorSiteResponse200 = {
  data: MirrorSiteResponse
  status: 200
}

export type getMirrorSiteResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorSiteResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorSiteResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorSiteResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorSiteResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorSiteResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorSiteResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type getMirrorSiteResponseSuccess = (getMirrorSiteResponse200) & {
  headers: Headers;
};
export type getMirrorSiteResponseError = (getMirrorSiteResponse401 | getMirrorSiteResponse403 | getMirrorSiteResponse404 | getMirrorSiteResponse429 | getMirrorSiteResponse500 | getMirrorSiteResponse503 | getMirrorSiteResponse504) & {
  headers: Headers;
};

export type getMirrorSiteResponse = (getMirrorSiteResponseSuccess | getMirrorSiteResponseError)

export const getGetMirrorSiteUrl = (hostname: string,
    sitePath: string,) => {




  return `/v1.0/sites/${encodeURIComponent(String(hostname))}:/sites/${encodeURIComponent(String(sitePath))}`
}

export const getMirrorSite = async (hostname: string,
    sitePath: string, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorSiteResponse> => {

  return sendGenerated<getMirrorSiteResponse>(getGetMirrorSiteUrl(hostname,sitePath),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMirrorSiteOfManagedPathResponse200 = {
  data: MirrorSiteResponse
  status: 200
}

export type getMirrorSiteOfManagedPathResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorSiteOfManagedPathResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorSiteOfManagedPathResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorSiteOfManagedPathResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorSiteOfManagedPathResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorSiteOfManagedPathResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorSiteOfManagedPathResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type getMirrorSiteOfManagedPathResponseSuccess = (getMirrorSiteOfManagedPathResponse200) & {
  headers: Headers;
};
export type getMirrorSiteOfManagedPathResponseError = (getMirrorSiteOfManagedPathResponse401 | getMirrorSiteOfManagedPathResponse403 | getMirrorSiteOfManagedPathResponse404 | getMirrorSiteOfManagedPathResponse429 | getMirrorSiteOfManagedPathResponse500 | getMirrorSiteOfManagedPathResponse503 | getMirrorSiteOfManagedPathResponse504) & {
  headers: Headers;
};

export type getMirrorSiteOfManagedPathResponse = (getMirrorSiteOfManagedPathResponseSuccess | getMirrorSiteOfManagedPathResponseError)

export const getGetMirrorSiteOfManagedPathUrl = (hostname: string,
    managedPath: string,
    sitePath: string,) => {




  return `/v1.0/sites/${encodeURIComponent(String(hostname))}:/${encodeURIComponent(String(managedPath))}/${encodeURIComponent(String(sitePath))}`
}

export const getMirrorSiteOfManagedPath = async (hostname: string,
    managedPath: string,
    sitePath: string, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorSiteOfManagedPathResponse> => {

  return sendGenerated<getMirrorSiteOfManagedPathResponse>(getGetMirrorSiteOfManagedPathUrl(hostname,managedPath,sitePath),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMirrorDriveResponse200 = {
  data: MirrorDriveResponse
  status: 200
}

export type getMirrorDriveResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorDriveResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorDriveResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorDriveResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorDriveResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorDriveResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorDriveResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type getMirrorDriveResponseSuccess = (getMirrorDriveResponse200) & {
  headers: Headers;
};
export type getMirrorDriveResponseError = (getMirrorDriveResponse401 | getMirrorDriveResponse403 | getMirrorDriveResponse404 | getMirrorDriveResponse429 | getMirrorDriveResponse500 | getMirrorDriveResponse503 | getMirrorDriveResponse504) & {
  headers: Headers;
};

export type getMirrorDriveResponse = (getMirrorDriveResponseSuccess | getMirrorDriveResponseError)

export const getGetMirrorDriveUrl = (siteId: string,) => {




  return `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive`
}

export const getMirrorDrive = async (siteId: string, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorDriveResponse> => {

  return sendGenerated<getMirrorDriveResponse>(getGetMirrorDriveUrl(siteId),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMirrorItemResponse200 = {
  data: MirrorItemResponse
  status: 200
}

export type getMirrorItemResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type getMirrorItemResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorItemResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorItemResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorItemResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorItemResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorItemResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorItemResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type getMirrorItemResponseSuccess = (getMirrorItemResponse200) & {
  headers: Headers;
};
export type getMirrorItemResponseError = (getMirrorItemResponse400 | getMirrorItemResponse401 | getMirrorItemResponse403 | getMirrorItemResponse404 | getMirrorItemResponse429 | getMirrorItemResponse500 | getMirrorItemResponse503 | getMirrorItemResponse504) & {
  headers: Headers;
};

export type getMirrorItemResponse = (getMirrorItemResponseSuccess | getMirrorItemResponseError)

export const getGetMirrorItemUrl = (siteId: string,
    itemId: string,
    params?: GetMirrorItemParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/items/${encodeURIComponent(String(itemId))}?${stringifiedParams}` : `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/items/${encodeURIComponent(String(itemId))}`
}

export const getMirrorItem = async (siteId: string,
    itemId: string,
    params?: GetMirrorItemParams, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorItemResponse> => {

  return sendGenerated<getMirrorItemResponse>(getGetMirrorItemUrl(siteId,itemId,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type listMirrorChildrenResponse200 = {
  data: MirrorChildrenResponse
  status: 200
}

export type listMirrorChildrenResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type listMirrorChildrenResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type listMirrorChildrenResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type listMirrorChildrenResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type listMirrorChildrenResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type listMirrorChildrenResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type listMirrorChildrenResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type listMirrorChildrenResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type listMirrorChildrenResponseSuccess = (listMirrorChildrenResponse200) & {
  headers: Headers;
};
export type listMirrorChildrenResponseError = (listMirrorChildrenResponse400 | listMirrorChildrenResponse401 | listMirrorChildrenResponse403 | listMirrorChildrenResponse404 | listMirrorChildrenResponse429 | listMirrorChildrenResponse500 | listMirrorChildrenResponse503 | listMirrorChildrenResponse504) & {
  headers: Headers;
};

export type listMirrorChildrenResponse = (listMirrorChildrenResponseSuccess | listMirrorChildrenResponseError)

export const getListMirrorChildrenUrl = (siteId: string,
    itemId: string,
    params?: ListMirrorChildrenParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/items/${encodeURIComponent(String(itemId))}/children?${stringifiedParams}` : `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/items/${encodeURIComponent(String(itemId))}/children`
}

export const listMirrorChildren = async (siteId: string,
    itemId: string,
    params?: ListMirrorChildrenParams, options?: Parameters<typeof sendGenerated>[1]): Promise<listMirrorChildrenResponse> => {

  return sendGenerated<listMirrorChildrenResponse>(getListMirrorChildrenUrl(siteId,itemId,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMirrorContentResponse302 = {
  data: void
  status: 302
}

export type getMirrorContentResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorContentResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorContentResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorContentResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorContentResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorContentResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorContentResponse504 = {
  data: DriveErrorResponse
  status: 504
}

;
export type getMirrorContentResponseError = (getMirrorContentResponse302 | getMirrorContentResponse401 | getMirrorContentResponse403 | getMirrorContentResponse404 | getMirrorContentResponse429 | getMirrorContentResponse500 | getMirrorContentResponse503 | getMirrorContentResponse504) & {
  headers: Headers;
};

export type getMirrorContentResponse = (getMirrorContentResponseError)

export const getGetMirrorContentUrl = (siteId: string,
    itemId: string,) => {




  return `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/items/${encodeURIComponent(String(itemId))}/content`
}

export const getMirrorContent = async (siteId: string,
    itemId: string, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorContentResponse> => {

  return sendGenerated<getMirrorContentResponse>(getGetMirrorContentUrl(siteId,itemId),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMirrorRootResponse200 = {
  data: MirrorItemResponse
  status: 200
}

export type getMirrorRootResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type getMirrorRootResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorRootResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorRootResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorRootResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorRootResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorRootResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorRootResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type getMirrorRootResponseSuccess = (getMirrorRootResponse200) & {
  headers: Headers;
};
export type getMirrorRootResponseError = (getMirrorRootResponse400 | getMirrorRootResponse401 | getMirrorRootResponse403 | getMirrorRootResponse404 | getMirrorRootResponse429 | getMirrorRootResponse500 | getMirrorRootResponse503 | getMirrorRootResponse504) & {
  headers: Headers;
};

export type getMirrorRootResponse = (getMirrorRootResponseSuccess | getMirrorRootResponseError)

export const getGetMirrorRootUrl = (siteId: string,
    params?: GetMirrorRootParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root?${stringifiedParams}` : `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root`
}

export const getMirrorRoot = async (siteId: string,
    params?: GetMirrorRootParams, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorRootResponse> => {

  return sendGenerated<getMirrorRootResponse>(getGetMirrorRootUrl(siteId,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type listMirrorRootChildrenResponse200 = {
  data: MirrorChildrenResponse
  status: 200
}

export type listMirrorRootChildrenResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type listMirrorRootChildrenResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type listMirrorRootChildrenResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type listMirrorRootChildrenResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type listMirrorRootChildrenResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type listMirrorRootChildrenResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type listMirrorRootChildrenResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type listMirrorRootChildrenResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type listMirrorRootChildrenResponseSuccess = (listMirrorRootChildrenResponse200) & {
  headers: Headers;
};
export type listMirrorRootChildrenResponseError = (listMirrorRootChildrenResponse400 | listMirrorRootChildrenResponse401 | listMirrorRootChildrenResponse403 | listMirrorRootChildrenResponse404 | listMirrorRootChildrenResponse429 | listMirrorRootChildrenResponse500 | listMirrorRootChildrenResponse503 | listMirrorRootChildrenResponse504) & {
  headers: Headers;
};

export type listMirrorRootChildrenResponse = (listMirrorRootChildrenResponseSuccess | listMirrorRootChildrenResponseError)

export const getListMirrorRootChildrenUrl = (siteId: string,
    params?: ListMirrorRootChildrenParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root/children?${stringifiedParams}` : `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root/children`
}

export const listMirrorRootChildren = async (siteId: string,
    params?: ListMirrorRootChildrenParams, options?: Parameters<typeof sendGenerated>[1]): Promise<listMirrorRootChildrenResponse> => {

  return sendGenerated<listMirrorRootChildrenResponse>(getListMirrorRootChildrenUrl(siteId,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMirrorDeltaResponse200 = {
  data: MirrorDeltaResponse
  status: 200
}

export type getMirrorDeltaResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type getMirrorDeltaResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorDeltaResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorDeltaResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorDeltaResponse410 = {
  data: DriveErrorResponse
  status: 410
}

export type getMirrorDeltaResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorDeltaResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorDeltaResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorDeltaResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type getMirrorDeltaResponseSuccess = (getMirrorDeltaResponse200) & {
  headers: Headers;
};
export type getMirrorDeltaResponseError = (getMirrorDeltaResponse400 | getMirrorDeltaResponse401 | getMirrorDeltaResponse403 | getMirrorDeltaResponse404 | getMirrorDeltaResponse410 | getMirrorDeltaResponse429 | getMirrorDeltaResponse500 | getMirrorDeltaResponse503 | getMirrorDeltaResponse504) & {
  headers: Headers;
};

export type getMirrorDeltaResponse = (getMirrorDeltaResponseSuccess | getMirrorDeltaResponseError)

export const getGetMirrorDeltaUrl = (siteId: string,
    params?: GetMirrorDeltaParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root/delta?${stringifiedParams}` : `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root/delta`
}

export const getMirrorDelta = async (siteId: string,
    params?: GetMirrorDeltaParams, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorDeltaResponse> => {

  return sendGenerated<getMirrorDeltaResponse>(getGetMirrorDeltaUrl(siteId,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type searchMirrorItemsResponse200 = {
  data: MirrorSearchResponse
  status: 200
}

export type searchMirrorItemsResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type searchMirrorItemsResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type searchMirrorItemsResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type searchMirrorItemsResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type searchMirrorItemsResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type searchMirrorItemsResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type searchMirrorItemsResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type searchMirrorItemsResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type searchMirrorItemsResponseSuccess = (searchMirrorItemsResponse200) & {
  headers: Headers;
};
export type searchMirrorItemsResponseError = (searchMirrorItemsResponse400 | searchMirrorItemsResponse401 | searchMirrorItemsResponse403 | searchMirrorItemsResponse404 | searchMirrorItemsResponse429 | searchMirrorItemsResponse500 | searchMirrorItemsResponse503 | searchMirrorItemsResponse504) & {
  headers: Headers;
};

export type searchMirrorItemsResponse = (searchMirrorItemsResponseSuccess | searchMirrorItemsResponseError)

export const getSearchMirrorItemsUrl = (siteId: string,
    query: string,
    params?: SearchMirrorItemsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root/search(q='${encodeURIComponent(String(query))}')?${stringifiedParams}` : `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root/search(q='${encodeURIComponent(String(query))}')`
}

export const searchMirrorItems = async (siteId: string,
    query: string,
    params?: SearchMirrorItemsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<searchMirrorItemsResponse> => {

  return sendGenerated<searchMirrorItemsResponse>(getSearchMirrorItemsUrl(siteId,query,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMirrorItemByPathResponse200 = {
  data: MirrorItemResponse
  status: 200
}

export type getMirrorItemByPathResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type getMirrorItemByPathResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorItemByPathResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorItemByPathResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorItemByPathResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorItemByPathResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorItemByPathResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorItemByPathResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type getMirrorItemByPathResponseSuccess = (getMirrorItemByPathResponse200) & {
  headers: Headers;
};
export type getMirrorItemByPathResponseError = (getMirrorItemByPathResponse400 | getMirrorItemByPathResponse401 | getMirrorItemByPathResponse403 | getMirrorItemByPathResponse404 | getMirrorItemByPathResponse429 | getMirrorItemByPathResponse500 | getMirrorItemByPathResponse503 | getMirrorItemByPathResponse504) & {
  headers: Headers;
};

export type getMirrorItemByPathResponse = (getMirrorItemByPathResponseSuccess | getMirrorItemByPathResponseError)

export const getGetMirrorItemByPathUrl = (siteId: string,
    itemPath: string,
    params?: GetMirrorItemByPathParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root:/${encodeURIComponent(String(itemPath))}?${stringifiedParams}` : `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root:/${encodeURIComponent(String(itemPath))}`
}

export const getMirrorItemByPath = async (siteId: string,
    itemPath: string,
    params?: GetMirrorItemByPathParams, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorItemByPathResponse> => {

  return sendGenerated<getMirrorItemByPathResponse>(getGetMirrorItemByPathUrl(siteId,itemPath,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type listMirrorChildrenByPathResponse200 = {
  data: MirrorChildrenResponse
  status: 200
}

export type listMirrorChildrenByPathResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type listMirrorChildrenByPathResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type listMirrorChildrenByPathResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type listMirrorChildrenByPathResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type listMirrorChildrenByPathResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type listMirrorChildrenByPathResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type listMirrorChildrenByPathResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type listMirrorChildrenByPathResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type listMirrorChildrenByPathResponseSuccess = (listMirrorChildrenByPathResponse200) & {
  headers: Headers;
};
export type listMirrorChildrenByPathResponseError = (listMirrorChildrenByPathResponse400 | listMirrorChildrenByPathResponse401 | listMirrorChildrenByPathResponse403 | listMirrorChildrenByPathResponse404 | listMirrorChildrenByPathResponse429 | listMirrorChildrenByPathResponse500 | listMirrorChildrenByPathResponse503 | listMirrorChildrenByPathResponse504) & {
  headers: Headers;
};

export type listMirrorChildrenByPathResponse = (listMirrorChildrenByPathResponseSuccess | listMirrorChildrenByPathResponseError)

export const getListMirrorChildrenByPathUrl = (siteId: string,
    itemPath: string,
    params?: ListMirrorChildrenByPathParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root:/${encodeURIComponent(String(itemPath))}:/children?${stringifiedParams}` : `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root:/${encodeURIComponent(String(itemPath))}:/children`
}

export const listMirrorChildrenByPath = async (siteId: string,
    itemPath: string,
    params?: ListMirrorChildrenByPathParams, options?: Parameters<typeof sendGenerated>[1]): Promise<listMirrorChildrenByPathResponse> => {

  return sendGenerated<listMirrorChildrenByPathResponse>(getListMirrorChildrenByPathUrl(siteId,itemPath,params),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMirrorContentByPathResponse302 = {
  data: void
  status: 302
}

export type getMirrorContentByPathResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getMirrorContentByPathResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getMirrorContentByPathResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getMirrorContentByPathResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getMirrorContentByPathResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getMirrorContentByPathResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getMirrorContentByPathResponse504 = {
  data: DriveErrorResponse
  status: 504
}

;
export type getMirrorContentByPathResponseError = (getMirrorContentByPathResponse302 | getMirrorContentByPathResponse401 | getMirrorContentByPathResponse403 | getMirrorContentByPathResponse404 | getMirrorContentByPathResponse429 | getMirrorContentByPathResponse500 | getMirrorContentByPathResponse503 | getMirrorContentByPathResponse504) & {
  headers: Headers;
};

export type getMirrorContentByPathResponse = (getMirrorContentByPathResponseError)

export const getGetMirrorContentByPathUrl = (siteId: string,
    itemPath: string,) => {




  return `/v1.0/sites/${encodeURIComponent(String(siteId))}/drive/root:/${encodeURIComponent(String(itemPath))}:/content`
}

export const getMirrorContentByPath = async (siteId: string,
    itemPath: string, options?: Parameters<typeof sendGenerated>[1]): Promise<getMirrorContentByPathResponse> => {

  return sendGenerated<getMirrorContentByPathResponse>(getGetMirrorContentByPathUrl(siteId,itemPath),
  {
    ...options,
    method: 'GET'


  }
);}



export type listSubscriptionsResponse200 = {
  data: MirrorSubscriptionList
  status: 200
}

export type listSubscriptionsResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type listSubscriptionsResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type listSubscriptionsResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type listSubscriptionsResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type listSubscriptionsResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type listSubscriptionsResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type listSubscriptionsResponseSuccess = (listSubscriptionsResponse200) & {
  headers: Headers;
};
export type listSubscriptionsResponseError = (listSubscriptionsResponse401 | listSubscriptionsResponse403 | listSubscriptionsResponse429 | listSubscriptionsResponse500 | listSubscriptionsResponse503 | listSubscriptionsResponse504) & {
  headers: Headers;
};

export type listSubscriptionsResponse = (listSubscriptionsResponseSuccess | listSubscriptionsResponseError)

export const getListSubscriptionsUrl = () => {




  return `/v1.0/subscriptions`
}

export const listSubscriptions = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<listSubscriptionsResponse> => {

  return sendGenerated<listSubscriptionsResponse>(getListSubscriptionsUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type createSubscriptionResponse201 = {
  data: MirrorSubscriptionResponse
  status: 201
}

export type createSubscriptionResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type createSubscriptionResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type createSubscriptionResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type createSubscriptionResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type createSubscriptionResponse413 = {
  data: DriveErrorResponse
  status: 413
}

export type createSubscriptionResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type createSubscriptionResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type createSubscriptionResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type createSubscriptionResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type createSubscriptionResponseSuccess = (createSubscriptionResponse201) & {
  headers: Headers;
};
export type createSubscriptionResponseError = (createSubscriptionResponse400 | createSubscriptionResponse401 | createSubscriptionResponse403 | createSubscriptionResponse404 | createSubscriptionResponse413 | createSubscriptionResponse429 | createSubscriptionResponse500 | createSubscriptionResponse503 | createSubscriptionResponse504) & {
  headers: Headers;
};

export type createSubscriptionResponse = (createSubscriptionResponseSuccess | createSubscriptionResponseError)

export const getCreateSubscriptionUrl = () => {




  return `/v1.0/subscriptions`
}

export const createSubscription = async (mirrorSubscriptionRequest: MirrorSubscriptionRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<createSubscriptionResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<createSubscriptionResponse>(getCreateSubscriptionUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(mirrorSubscriptionRequest)
  }
);}



export type deleteSubscriptionResponse204 = {
  data: void
  status: 204
}

export type deleteSubscriptionResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type deleteSubscriptionResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type deleteSubscriptionResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type deleteSubscriptionResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type deleteSubscriptionResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type deleteSubscriptionResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type deleteSubscriptionResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type deleteSubscriptionResponseSuccess = (deleteSubscriptionResponse204) & {
  headers: Headers;
};
export type deleteSubscriptionResponseError = (deleteSubscriptionResponse401 | deleteSubscriptionResponse403 | deleteSubscriptionResponse404 | deleteSubscriptionResponse429 | deleteSubscriptionResponse500 | deleteSubscriptionResponse503 | deleteSubscriptionResponse504) & {
  headers: Headers;
};

export type deleteSubscriptionResponse = (deleteSubscriptionResponseSuccess | deleteSubscriptionResponseError)

export const getDeleteSubscriptionUrl = (subscriptionId: string,) => {




  return `/v1.0/subscriptions/${encodeURIComponent(String(subscriptionId))}`
}

export const deleteSubscription = async (subscriptionId: string, options?: Parameters<typeof sendGenerated>[1]): Promise<deleteSubscriptionResponse> => {

  return sendGenerated<deleteSubscriptionResponse>(getDeleteSubscriptionUrl(subscriptionId),
  {
    ...options,
    method: 'DELETE'


  }
);}



export type getSubscriptionResponse200 = {
  data: MirrorSubscriptionResponse
  status: 200
}

export type getSubscriptionResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type getSubscriptionResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type getSubscriptionResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type getSubscriptionResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type getSubscriptionResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type getSubscriptionResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type getSubscriptionResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type getSubscriptionResponseSuccess = (getSubscriptionResponse200) & {
  headers: Headers;
};
export type getSubscriptionResponseError = (getSubscriptionResponse401 | getSubscriptionResponse403 | getSubscriptionResponse404 | getSubscriptionResponse429 | getSubscriptionResponse500 | getSubscriptionResponse503 | getSubscriptionResponse504) & {
  headers: Headers;
};

export type getSubscriptionResponse = (getSubscriptionResponseSuccess | getSubscriptionResponseError)

export const getGetSubscriptionUrl = (subscriptionId: string,) => {




  return `/v1.0/subscriptions/${encodeURIComponent(String(subscriptionId))}`
}

export const getSubscription = async (subscriptionId: string, options?: Parameters<typeof sendGenerated>[1]): Promise<getSubscriptionResponse> => {

  return sendGenerated<getSubscriptionResponse>(getGetSubscriptionUrl(subscriptionId),
  {
    ...options,
    method: 'GET'


  }
);}



export type renewSubscriptionResponse200 = {
  data: MirrorSubscriptionResponse
  status: 200
}

export type renewSubscriptionResponse400 = {
  data: DriveErrorResponse
  status: 400
}

export type renewSubscriptionResponse401 = {
  data: DriveErrorResponse
  status: 401
}

export type renewSubscriptionResponse403 = {
  data: DriveErrorResponse
  status: 403
}

export type renewSubscriptionResponse404 = {
  data: DriveErrorResponse
  status: 404
}

export type renewSubscriptionResponse413 = {
  data: DriveErrorResponse
  status: 413
}

export type renewSubscriptionResponse429 = {
  data: DriveErrorResponse
  status: 429
}

export type renewSubscriptionResponse500 = {
  data: DriveErrorResponse
  status: 500
}

export type renewSubscriptionResponse503 = {
  data: DriveErrorResponse
  status: 503
}

export type renewSubscriptionResponse504 = {
  data: DriveErrorResponse
  status: 504
}

export type renewSubscriptionResponseSuccess = (renewSubscriptionResponse200) & {
  headers: Headers;
};
export type renewSubscriptionResponseError = (renewSubscriptionResponse400 | renewSubscriptionResponse401 | renewSubscriptionResponse403 | renewSubscriptionResponse404 | renewSubscriptionResponse413 | renewSubscriptionResponse429 | renewSubscriptionResponse500 | renewSubscriptionResponse503 | renewSubscriptionResponse504) & {
  headers: Headers;
};

export type renewSubscriptionResponse = (renewSubscriptionResponseSuccess | renewSubscriptionResponseError)

export const getRenewSubscriptionUrl = (subscriptionId: string,) => {




  return `/v1.0/subscriptions/${encodeURIComponent(String(subscriptionId))}`
}

export const renewSubscription = async (subscriptionId: string,
    mirrorSubscriptionRenewal: MirrorSubscriptionRenewal, options?: Parameters<typeof sendGenerated>[1]): Promise<renewSubscriptionResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<renewSubscriptionResponse>(getRenewSubscriptionUrl(subscriptionId),
  {
    ...options,
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(mirrorSubscriptionRenewal)
  }
);}



export type issueTokenResponse200 = {
  data: MirrorTokenResponse
  status: 200
}

export type issueTokenResponse400 = {
  data: TokenErrorResponse
  status: 400
}

export type issueTokenResponse401 = {
  data: TokenErrorResponse
  status: 401
}

export type issueTokenResponse413 = {
  data: DriveErrorResponse
  status: 413
}

export type issueTokenResponse429 = {
  data: TokenErrorResponse
  status: 429
}

export type issueTokenResponse500 = {
  data: TokenErrorResponse
  status: 500
}

export type issueTokenResponse503 = {
  data: TokenErrorResponse
  status: 503
}

export type issueTokenResponse504 = {
  data: TokenErrorResponse
  status: 504
}

export type issueTokenResponseSuccess = (issueTokenResponse200) & {
  headers: Headers;
};
export type issueTokenResponseError = (issueTokenResponse400 | issueTokenResponse401 | issueTokenResponse413 | issueTokenResponse429 | issueTokenResponse500 | issueTokenResponse503 | issueTokenResponse504) & {
  headers: Headers;
};

export type issueTokenResponse = (issueTokenResponseSuccess | issueTokenResponseError)

export const getIssueTokenUrl = (tenantId: string,) => {




  return `/${encodeURIComponent(String(tenantId))}/oauth2/v2.0/token`
}

export const issueToken = async (tenantId: string,
    mirrorTokenRequest: MirrorTokenRequest, options?: Parameters<typeof sendGenerated>[1]): Promise<issueTokenResponse> => {
    const formUrlEncoded = new URLSearchParams();
formUrlEncoded.append(`grant_type`, mirrorTokenRequest.grant_type);
formUrlEncoded.append(`client_id`, mirrorTokenRequest.client_id);
formUrlEncoded.append(`client_secret`, mirrorTokenRequest.client_secret);
formUrlEncoded.append(`scope`, mirrorTokenRequest.scope);

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
return sendGenerated<issueTokenResponse>(getIssueTokenUrl(tenantId),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...getHeaders(options?.headers) },
    body: formUrlEncoded
  }
);}



export type exportAccountsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportAccountsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportAccountsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportAccountsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportAccountsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportAccountsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportAccountsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportAccountsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportAccountsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportAccountsResponseSuccess = (exportAccountsResponse200ApplicationXNdjson | exportAccountsResponse200TextCsv | exportAccountsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportAccountsResponseError = (exportAccountsResponse401 | exportAccountsResponse403 | exportAccountsResponse422 | exportAccountsResponse429 | exportAccountsResponse500 | exportAccountsResponse503) & {
  headers: Headers;
};

export type exportAccountsResponse = (exportAccountsResponseSuccess | exportAccountsResponseError)

export const getExportAccountsUrl = (params?: ExportAccountsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/accounts/export?${stringifiedParams}` : `/api/accounts/export`
}

export const exportAccounts = async (params?: ExportAccountsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportAccountsResponse> => {

  return sendGenerated<exportAccountsResponse>(getExportAccountsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportAuditEntriesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportAuditEntriesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportAuditEntriesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportAuditEntriesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportAuditEntriesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportAuditEntriesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportAuditEntriesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportAuditEntriesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportAuditEntriesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportAuditEntriesResponseSuccess = (exportAuditEntriesResponse200ApplicationXNdjson | exportAuditEntriesResponse200TextCsv | exportAuditEntriesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportAuditEntriesResponseError = (exportAuditEntriesResponse401 | exportAuditEntriesResponse403 | exportAuditEntriesResponse422 | exportAuditEntriesResponse429 | exportAuditEntriesResponse500 | exportAuditEntriesResponse503) & {
  headers: Headers;
};

export type exportAuditEntriesResponse = (exportAuditEntriesResponseSuccess | exportAuditEntriesResponseError)

export const getExportAuditEntriesUrl = (params?: ExportAuditEntriesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/audit/export?${stringifiedParams}` : `/api/audit/export`
}

export const exportAuditEntries = async (params?: ExportAuditEntriesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportAuditEntriesResponse> => {

  return sendGenerated<exportAuditEntriesResponse>(getExportAuditEntriesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportPolicyBacktestsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportPolicyBacktestsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportPolicyBacktestsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportPolicyBacktestsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportPolicyBacktestsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportPolicyBacktestsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportPolicyBacktestsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportPolicyBacktestsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportPolicyBacktestsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportPolicyBacktestsResponseSuccess = (exportPolicyBacktestsResponse200ApplicationXNdjson | exportPolicyBacktestsResponse200TextCsv | exportPolicyBacktestsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportPolicyBacktestsResponseError = (exportPolicyBacktestsResponse401 | exportPolicyBacktestsResponse403 | exportPolicyBacktestsResponse422 | exportPolicyBacktestsResponse429 | exportPolicyBacktestsResponse500 | exportPolicyBacktestsResponse503) & {
  headers: Headers;
};

export type exportPolicyBacktestsResponse = (exportPolicyBacktestsResponseSuccess | exportPolicyBacktestsResponseError)

export const getExportPolicyBacktestsUrl = (params?: ExportPolicyBacktestsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/backtests/export?${stringifiedParams}` : `/api/backtests/export`
}

export const exportPolicyBacktests = async (params?: ExportPolicyBacktestsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportPolicyBacktestsResponse> => {

  return sendGenerated<exportPolicyBacktestsResponse>(getExportPolicyBacktestsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportBrandCertificatesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportBrandCertificatesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportBrandCertificatesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportBrandCertificatesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportBrandCertificatesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportBrandCertificatesResponse404 = {
  data: ErrorResponse
  status: 404
}

export type exportBrandCertificatesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportBrandCertificatesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportBrandCertificatesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportBrandCertificatesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportBrandCertificatesResponseSuccess = (exportBrandCertificatesResponse200ApplicationXNdjson | exportBrandCertificatesResponse200TextCsv | exportBrandCertificatesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportBrandCertificatesResponseError = (exportBrandCertificatesResponse401 | exportBrandCertificatesResponse403 | exportBrandCertificatesResponse404 | exportBrandCertificatesResponse422 | exportBrandCertificatesResponse429 | exportBrandCertificatesResponse500 | exportBrandCertificatesResponse503) & {
  headers: Headers;
};

export type exportBrandCertificatesResponse = (exportBrandCertificatesResponseSuccess | exportBrandCertificatesResponseError)

export const getExportBrandCertificatesUrl = (params: ExportBrandCertificatesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/brand-certificates/export?${stringifiedParams}` : `/api/brand-certificates/export`
}

export const exportBrandCertificates = async (params: ExportBrandCertificatesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportBrandCertificatesResponse> => {

  return sendGenerated<exportBrandCertificatesResponse>(getExportBrandCertificatesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportBrandHitsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportBrandHitsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportBrandHitsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportBrandHitsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportBrandHitsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportBrandHitsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportBrandHitsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportBrandHitsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportBrandHitsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportBrandHitsResponseSuccess = (exportBrandHitsResponse200ApplicationXNdjson | exportBrandHitsResponse200TextCsv | exportBrandHitsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportBrandHitsResponseError = (exportBrandHitsResponse401 | exportBrandHitsResponse403 | exportBrandHitsResponse422 | exportBrandHitsResponse429 | exportBrandHitsResponse500 | exportBrandHitsResponse503) & {
  headers: Headers;
};

export type exportBrandHitsResponse = (exportBrandHitsResponseSuccess | exportBrandHitsResponseError)

export const getExportBrandHitsUrl = (params?: ExportBrandHitsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["brand_ids","status","kinds","zones"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/brand-hits/export?${stringifiedParams}` : `/api/brand-hits/export`
}

export const exportBrandHits = async (params?: ExportBrandHitsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportBrandHitsResponse> => {

  return sendGenerated<exportBrandHitsResponse>(getExportBrandHitsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportBrandsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportBrandsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportBrandsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportBrandsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportBrandsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportBrandsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportBrandsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportBrandsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportBrandsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportBrandsResponseSuccess = (exportBrandsResponse200ApplicationXNdjson | exportBrandsResponse200TextCsv | exportBrandsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportBrandsResponseError = (exportBrandsResponse401 | exportBrandsResponse403 | exportBrandsResponse422 | exportBrandsResponse429 | exportBrandsResponse500 | exportBrandsResponse503) & {
  headers: Headers;
};

export type exportBrandsResponse = (exportBrandsResponseSuccess | exportBrandsResponseError)

export const getExportBrandsUrl = (params?: ExportBrandsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/brands/export?${stringifiedParams}` : `/api/brands/export`
}

export const exportBrands = async (params?: ExportBrandsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportBrandsResponse> => {

  return sendGenerated<exportBrandsResponse>(getExportBrandsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportBulkAlertChangesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportBulkAlertChangesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportBulkAlertChangesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportBulkAlertChangesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportBulkAlertChangesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportBulkAlertChangesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportBulkAlertChangesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportBulkAlertChangesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportBulkAlertChangesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportBulkAlertChangesResponseSuccess = (exportBulkAlertChangesResponse200ApplicationXNdjson | exportBulkAlertChangesResponse200TextCsv | exportBulkAlertChangesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportBulkAlertChangesResponseError = (exportBulkAlertChangesResponse401 | exportBulkAlertChangesResponse403 | exportBulkAlertChangesResponse422 | exportBulkAlertChangesResponse429 | exportBulkAlertChangesResponse500 | exportBulkAlertChangesResponse503) & {
  headers: Headers;
};

export type exportBulkAlertChangesResponse = (exportBulkAlertChangesResponseSuccess | exportBulkAlertChangesResponseError)

export const getExportBulkAlertChangesUrl = (params?: ExportBulkAlertChangesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/bulk-changes/export?${stringifiedParams}` : `/api/bulk-changes/export`
}

export const exportBulkAlertChanges = async (params?: ExportBulkAlertChangesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportBulkAlertChangesResponse> => {

  return sendGenerated<exportBulkAlertChangesResponse>(getExportBulkAlertChangesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportBulkRegistrationsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportBulkRegistrationsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportBulkRegistrationsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportBulkRegistrationsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportBulkRegistrationsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportBulkRegistrationsResponse404 = {
  data: ErrorResponse
  status: 404
}

export type exportBulkRegistrationsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportBulkRegistrationsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportBulkRegistrationsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportBulkRegistrationsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportBulkRegistrationsResponseSuccess = (exportBulkRegistrationsResponse200ApplicationXNdjson | exportBulkRegistrationsResponse200TextCsv | exportBulkRegistrationsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportBulkRegistrationsResponseError = (exportBulkRegistrationsResponse401 | exportBulkRegistrationsResponse403 | exportBulkRegistrationsResponse404 | exportBulkRegistrationsResponse422 | exportBulkRegistrationsResponse429 | exportBulkRegistrationsResponse500 | exportBulkRegistrationsResponse503) & {
  headers: Headers;
};

export type exportBulkRegistrationsResponse = (exportBulkRegistrationsResponseSuccess | exportBulkRegistrationsResponseError)

export const getExportBulkRegistrationsUrl = (params?: ExportBulkRegistrationsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["kinds"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/bulk-registrations/export?${stringifiedParams}` : `/api/bulk-registrations/export`
}

export const exportBulkRegistrations = async (params?: ExportBulkRegistrationsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportBulkRegistrationsResponse> => {

  return sendGenerated<exportBulkRegistrationsResponse>(getExportBulkRegistrationsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportCertificateLogsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportCertificateLogsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportCertificateLogsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportCertificateLogsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportCertificateLogsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportCertificateLogsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportCertificateLogsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportCertificateLogsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportCertificateLogsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportCertificateLogsResponseSuccess = (exportCertificateLogsResponse200ApplicationXNdjson | exportCertificateLogsResponse200TextCsv | exportCertificateLogsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportCertificateLogsResponseError = (exportCertificateLogsResponse401 | exportCertificateLogsResponse403 | exportCertificateLogsResponse422 | exportCertificateLogsResponse429 | exportCertificateLogsResponse500 | exportCertificateLogsResponse503) & {
  headers: Headers;
};

export type exportCertificateLogsResponse = (exportCertificateLogsResponseSuccess | exportCertificateLogsResponseError)

export const getExportCertificateLogsUrl = (params?: ExportCertificateLogsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/certificate-logs/export?${stringifiedParams}` : `/api/certificate-logs/export`
}

export const exportCertificateLogs = async (params?: ExportCertificateLogsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportCertificateLogsResponse> => {

  return sendGenerated<exportCertificateLogsResponse>(getExportCertificateLogsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportControllersResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportControllersResponse200TextCsv = {
  data: string
  status: 200
}

export type exportControllersResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportControllersResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportControllersResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportControllersResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportControllersResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportControllersResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportControllersResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportControllersResponseSuccess = (exportControllersResponse200ApplicationXNdjson | exportControllersResponse200TextCsv | exportControllersResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportControllersResponseError = (exportControllersResponse401 | exportControllersResponse403 | exportControllersResponse422 | exportControllersResponse429 | exportControllersResponse500 | exportControllersResponse503) & {
  headers: Headers;
};

export type exportControllersResponse = (exportControllersResponseSuccess | exportControllersResponseError)

export const getExportControllersUrl = (params?: ExportControllersParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["version","label","department"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/controllers/export?${stringifiedParams}` : `/api/controllers/export`
}

export const exportControllers = async (params?: ExportControllersParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportControllersResponse> => {

  return sendGenerated<exportControllersResponse>(getExportControllersUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportDriveChangesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportDriveChangesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportDriveChangesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportDriveChangesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportDriveChangesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportDriveChangesResponse404 = {
  data: ErrorResponse
  status: 404
}

export type exportDriveChangesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportDriveChangesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportDriveChangesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportDriveChangesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportDriveChangesResponseSuccess = (exportDriveChangesResponse200ApplicationXNdjson | exportDriveChangesResponse200TextCsv | exportDriveChangesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportDriveChangesResponseError = (exportDriveChangesResponse401 | exportDriveChangesResponse403 | exportDriveChangesResponse404 | exportDriveChangesResponse422 | exportDriveChangesResponse429 | exportDriveChangesResponse500 | exportDriveChangesResponse503) & {
  headers: Headers;
};

export type exportDriveChangesResponse = (exportDriveChangesResponseSuccess | exportDriveChangesResponseError)

export const getExportDriveChangesUrl = (params: ExportDriveChangesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/drive-changes/export?${stringifiedParams}` : `/api/drive-changes/export`
}

export const exportDriveChanges = async (params: ExportDriveChangesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportDriveChangesResponse> => {

  return sendGenerated<exportDriveChangesResponse>(getExportDriveChangesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportDriveFollowedSitesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportDriveFollowedSitesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportDriveFollowedSitesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportDriveFollowedSitesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportDriveFollowedSitesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportDriveFollowedSitesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportDriveFollowedSitesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportDriveFollowedSitesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportDriveFollowedSitesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportDriveFollowedSitesResponseSuccess = (exportDriveFollowedSitesResponse200ApplicationXNdjson | exportDriveFollowedSitesResponse200TextCsv | exportDriveFollowedSitesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportDriveFollowedSitesResponseError = (exportDriveFollowedSitesResponse401 | exportDriveFollowedSitesResponse403 | exportDriveFollowedSitesResponse422 | exportDriveFollowedSitesResponse429 | exportDriveFollowedSitesResponse500 | exportDriveFollowedSitesResponse503) & {
  headers: Headers;
};

export type exportDriveFollowedSitesResponse = (exportDriveFollowedSitesResponseSuccess | exportDriveFollowedSitesResponseError)

export const getExportDriveFollowedSitesUrl = (params?: ExportDriveFollowedSitesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/drive-followed-sites/export?${stringifiedParams}` : `/api/drive-followed-sites/export`
}

export const exportDriveFollowedSites = async (params?: ExportDriveFollowedSitesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportDriveFollowedSitesResponse> => {

  return sendGenerated<exportDriveFollowedSitesResponse>(getExportDriveFollowedSitesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportDriveItemsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportDriveItemsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportDriveItemsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportDriveItemsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportDriveItemsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportDriveItemsResponse404 = {
  data: ErrorResponse
  status: 404
}

export type exportDriveItemsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportDriveItemsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportDriveItemsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportDriveItemsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportDriveItemsResponseSuccess = (exportDriveItemsResponse200ApplicationXNdjson | exportDriveItemsResponse200TextCsv | exportDriveItemsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportDriveItemsResponseError = (exportDriveItemsResponse401 | exportDriveItemsResponse403 | exportDriveItemsResponse404 | exportDriveItemsResponse422 | exportDriveItemsResponse429 | exportDriveItemsResponse500 | exportDriveItemsResponse503) & {
  headers: Headers;
};

export type exportDriveItemsResponse = (exportDriveItemsResponseSuccess | exportDriveItemsResponseError)

export const getExportDriveItemsUrl = (params: ExportDriveItemsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/drive-items/export?${stringifiedParams}` : `/api/drive-items/export`
}

export const exportDriveItems = async (params: ExportDriveItemsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportDriveItemsResponse> => {

  return sendGenerated<exportDriveItemsResponse>(getExportDriveItemsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportDriveMassChangesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportDriveMassChangesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportDriveMassChangesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportDriveMassChangesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportDriveMassChangesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportDriveMassChangesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportDriveMassChangesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportDriveMassChangesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportDriveMassChangesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportDriveMassChangesResponseSuccess = (exportDriveMassChangesResponse200ApplicationXNdjson | exportDriveMassChangesResponse200TextCsv | exportDriveMassChangesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportDriveMassChangesResponseError = (exportDriveMassChangesResponse401 | exportDriveMassChangesResponse403 | exportDriveMassChangesResponse422 | exportDriveMassChangesResponse429 | exportDriveMassChangesResponse500 | exportDriveMassChangesResponse503) & {
  headers: Headers;
};

export type exportDriveMassChangesResponse = (exportDriveMassChangesResponseSuccess | exportDriveMassChangesResponseError)

export const getExportDriveMassChangesUrl = (params?: ExportDriveMassChangesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["states"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/drive-mass-changes/export?${stringifiedParams}` : `/api/drive-mass-changes/export`
}

export const exportDriveMassChanges = async (params?: ExportDriveMassChangesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportDriveMassChangesResponse> => {

  return sendGenerated<exportDriveMassChangesResponse>(getExportDriveMassChangesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportDriveSyncRunsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportDriveSyncRunsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportDriveSyncRunsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportDriveSyncRunsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportDriveSyncRunsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportDriveSyncRunsResponse404 = {
  data: ErrorResponse
  status: 404
}

export type exportDriveSyncRunsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportDriveSyncRunsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportDriveSyncRunsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportDriveSyncRunsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportDriveSyncRunsResponseSuccess = (exportDriveSyncRunsResponse200ApplicationXNdjson | exportDriveSyncRunsResponse200TextCsv | exportDriveSyncRunsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportDriveSyncRunsResponseError = (exportDriveSyncRunsResponse401 | exportDriveSyncRunsResponse403 | exportDriveSyncRunsResponse404 | exportDriveSyncRunsResponse422 | exportDriveSyncRunsResponse429 | exportDriveSyncRunsResponse500 | exportDriveSyncRunsResponse503) & {
  headers: Headers;
};

export type exportDriveSyncRunsResponse = (exportDriveSyncRunsResponseSuccess | exportDriveSyncRunsResponseError)

export const getExportDriveSyncRunsUrl = (params: ExportDriveSyncRunsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/drive-sync-runs/export?${stringifiedParams}` : `/api/drive-sync-runs/export`
}

export const exportDriveSyncRuns = async (params: ExportDriveSyncRunsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportDriveSyncRunsResponse> => {

  return sendGenerated<exportDriveSyncRunsResponse>(getExportDriveSyncRunsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportIncidentsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportIncidentsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportIncidentsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportIncidentsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportIncidentsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportIncidentsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportIncidentsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportIncidentsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportIncidentsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportIncidentsResponseSuccess = (exportIncidentsResponse200ApplicationXNdjson | exportIncidentsResponse200TextCsv | exportIncidentsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportIncidentsResponseError = (exportIncidentsResponse401 | exportIncidentsResponse403 | exportIncidentsResponse422 | exportIncidentsResponse429 | exportIncidentsResponse500 | exportIncidentsResponse503) & {
  headers: Headers;
};

export type exportIncidentsResponse = (exportIncidentsResponseSuccess | exportIncidentsResponseError)

export const getExportIncidentsUrl = (params?: ExportIncidentsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["status","severity","owner_id"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/incidents/export?${stringifiedParams}` : `/api/incidents/export`
}

export const exportIncidents = async (params?: ExportIncidentsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportIncidentsResponse> => {

  return sendGenerated<exportIncidentsResponse>(getExportIncidentsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportLicenseRejectionsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportLicenseRejectionsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportLicenseRejectionsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportLicenseRejectionsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportLicenseRejectionsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportLicenseRejectionsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportLicenseRejectionsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportLicenseRejectionsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportLicenseRejectionsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportLicenseRejectionsResponseSuccess = (exportLicenseRejectionsResponse200ApplicationXNdjson | exportLicenseRejectionsResponse200TextCsv | exportLicenseRejectionsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportLicenseRejectionsResponseError = (exportLicenseRejectionsResponse401 | exportLicenseRejectionsResponse403 | exportLicenseRejectionsResponse422 | exportLicenseRejectionsResponse429 | exportLicenseRejectionsResponse500 | exportLicenseRejectionsResponse503) & {
  headers: Headers;
};

export type exportLicenseRejectionsResponse = (exportLicenseRejectionsResponseSuccess | exportLicenseRejectionsResponseError)

export const getExportLicenseRejectionsUrl = (params?: ExportLicenseRejectionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["cause"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/license-rejections/export?${stringifiedParams}` : `/api/license-rejections/export`
}

export const exportLicenseRejections = async (params?: ExportLicenseRejectionsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportLicenseRejectionsResponse> => {

  return sendGenerated<exportLicenseRejectionsResponse>(getExportLicenseRejectionsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportLicenseWarningsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportLicenseWarningsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportLicenseWarningsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportLicenseWarningsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportLicenseWarningsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportLicenseWarningsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportLicenseWarningsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportLicenseWarningsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportLicenseWarningsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportLicenseWarningsResponseSuccess = (exportLicenseWarningsResponse200ApplicationXNdjson | exportLicenseWarningsResponse200TextCsv | exportLicenseWarningsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportLicenseWarningsResponseError = (exportLicenseWarningsResponse401 | exportLicenseWarningsResponse403 | exportLicenseWarningsResponse422 | exportLicenseWarningsResponse429 | exportLicenseWarningsResponse500 | exportLicenseWarningsResponse503) & {
  headers: Headers;
};

export type exportLicenseWarningsResponse = (exportLicenseWarningsResponseSuccess | exportLicenseWarningsResponseError)

export const getExportLicenseWarningsUrl = (params?: ExportLicenseWarningsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/license-warnings/export?${stringifiedParams}` : `/api/license-warnings/export`
}

export const exportLicenseWarnings = async (params?: ExportLicenseWarningsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportLicenseWarningsResponse> => {

  return sendGenerated<exportLicenseWarningsResponse>(getExportLicenseWarningsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportLookAlikesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportLookAlikesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportLookAlikesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportLookAlikesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportLookAlikesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportLookAlikesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportLookAlikesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportLookAlikesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportLookAlikesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportLookAlikesResponseSuccess = (exportLookAlikesResponse200ApplicationXNdjson | exportLookAlikesResponse200TextCsv | exportLookAlikesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportLookAlikesResponseError = (exportLookAlikesResponse401 | exportLookAlikesResponse403 | exportLookAlikesResponse422 | exportLookAlikesResponse429 | exportLookAlikesResponse500 | exportLookAlikesResponse503) & {
  headers: Headers;
};

export type exportLookAlikesResponse = (exportLookAlikesResponseSuccess | exportLookAlikesResponseError)

export const getExportLookAlikesUrl = (params: ExportLookAlikesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["zones"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/look-alikes/export?${stringifiedParams}` : `/api/look-alikes/export`
}

export const exportLookAlikes = async (params: ExportLookAlikesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportLookAlikesResponse> => {

  return sendGenerated<exportLookAlikesResponse>(getExportLookAlikesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportMailsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportMailsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportMailsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportMailsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportMailsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportMailsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportMailsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportMailsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportMailsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportMailsResponseSuccess = (exportMailsResponse200ApplicationXNdjson | exportMailsResponse200TextCsv | exportMailsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportMailsResponseError = (exportMailsResponse401 | exportMailsResponse403 | exportMailsResponse422 | exportMailsResponse429 | exportMailsResponse500 | exportMailsResponse503) & {
  headers: Headers;
};

export type exportMailsResponse = (exportMailsResponseSuccess | exportMailsResponseError)

export const getExportMailsUrl = (params?: ExportMailsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/mails/export?${stringifiedParams}` : `/api/mails/export`
}

export const exportMails = async (params?: ExportMailsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportMailsResponse> => {

  return sendGenerated<exportMailsResponse>(getExportMailsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportMirrorClientsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportMirrorClientsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportMirrorClientsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportMirrorClientsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportMirrorClientsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportMirrorClientsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportMirrorClientsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportMirrorClientsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportMirrorClientsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportMirrorClientsResponseSuccess = (exportMirrorClientsResponse200ApplicationXNdjson | exportMirrorClientsResponse200TextCsv | exportMirrorClientsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportMirrorClientsResponseError = (exportMirrorClientsResponse401 | exportMirrorClientsResponse403 | exportMirrorClientsResponse422 | exportMirrorClientsResponse429 | exportMirrorClientsResponse500 | exportMirrorClientsResponse503) & {
  headers: Headers;
};

export type exportMirrorClientsResponse = (exportMirrorClientsResponseSuccess | exportMirrorClientsResponseError)

export const getExportMirrorClientsUrl = (params?: ExportMirrorClientsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/mirror-clients/export?${stringifiedParams}` : `/api/mirror-clients/export`
}

export const exportMirrorClients = async (params?: ExportMirrorClientsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportMirrorClientsResponse> => {

  return sendGenerated<exportMirrorClientsResponse>(getExportMirrorClientsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportModelPrecisionResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportModelPrecisionResponse200TextCsv = {
  data: string
  status: 200
}

export type exportModelPrecisionResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportModelPrecisionResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportModelPrecisionResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportModelPrecisionResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportModelPrecisionResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportModelPrecisionResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportModelPrecisionResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportModelPrecisionResponseSuccess = (exportModelPrecisionResponse200ApplicationXNdjson | exportModelPrecisionResponse200TextCsv | exportModelPrecisionResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportModelPrecisionResponseError = (exportModelPrecisionResponse401 | exportModelPrecisionResponse403 | exportModelPrecisionResponse422 | exportModelPrecisionResponse429 | exportModelPrecisionResponse500 | exportModelPrecisionResponse503) & {
  headers: Headers;
};

export type exportModelPrecisionResponse = (exportModelPrecisionResponseSuccess | exportModelPrecisionResponseError)

export const getExportModelPrecisionUrl = (params?: ExportModelPrecisionParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/models/export?${stringifiedParams}` : `/api/models/export`
}

export const exportModelPrecision = async (params?: ExportModelPrecisionParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportModelPrecisionResponse> => {

  return sendGenerated<exportModelPrecisionResponse>(getExportModelPrecisionUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportNameserverChangesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportNameserverChangesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportNameserverChangesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportNameserverChangesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportNameserverChangesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportNameserverChangesResponse404 = {
  data: ErrorResponse
  status: 404
}

export type exportNameserverChangesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportNameserverChangesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportNameserverChangesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportNameserverChangesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportNameserverChangesResponseSuccess = (exportNameserverChangesResponse200ApplicationXNdjson | exportNameserverChangesResponse200TextCsv | exportNameserverChangesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportNameserverChangesResponseError = (exportNameserverChangesResponse401 | exportNameserverChangesResponse403 | exportNameserverChangesResponse404 | exportNameserverChangesResponse422 | exportNameserverChangesResponse429 | exportNameserverChangesResponse500 | exportNameserverChangesResponse503) & {
  headers: Headers;
};

export type exportNameserverChangesResponse = (exportNameserverChangesResponseSuccess | exportNameserverChangesResponseError)

export const getExportNameserverChangesUrl = (params?: ExportNameserverChangesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["kinds"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/nameserver-changes/export?${stringifiedParams}` : `/api/nameserver-changes/export`
}

export const exportNameserverChanges = async (params?: ExportNameserverChangesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportNameserverChangesResponse> => {

  return sendGenerated<exportNameserverChangesResponse>(getExportNameserverChangesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportNameserverDomainsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportNameserverDomainsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportNameserverDomainsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportNameserverDomainsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportNameserverDomainsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportNameserverDomainsResponse404 = {
  data: ErrorResponse
  status: 404
}

export type exportNameserverDomainsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportNameserverDomainsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportNameserverDomainsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportNameserverDomainsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportNameserverDomainsResponseSuccess = (exportNameserverDomainsResponse200ApplicationXNdjson | exportNameserverDomainsResponse200TextCsv | exportNameserverDomainsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportNameserverDomainsResponseError = (exportNameserverDomainsResponse401 | exportNameserverDomainsResponse403 | exportNameserverDomainsResponse404 | exportNameserverDomainsResponse422 | exportNameserverDomainsResponse429 | exportNameserverDomainsResponse500 | exportNameserverDomainsResponse503) & {
  headers: Headers;
};

export type exportNameserverDomainsResponse = (exportNameserverDomainsResponseSuccess | exportNameserverDomainsResponseError)

export const getExportNameserverDomainsUrl = (params: ExportNameserverDomainsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    const explodeParameters = ["nameservers"];

    if (Array.isArray(value) && explodeParameters.includes(key)) {
      value.forEach((v) => {
        normalizedParams.append(key, v === null ? 'null' : String(v));
      });
      return;
    }

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/nameserver-domains/export?${stringifiedParams}` : `/api/nameserver-domains/export`
}

export const exportNameserverDomains = async (params: ExportNameserverDomainsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportNameserverDomainsResponse> => {

  return sendGenerated<exportNameserverDomainsResponse>(getExportNameserverDomainsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportNotificationDeliveriesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportNotificationDeliveriesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportNotificationDeliveriesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportNotificationDeliveriesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportNotificationDeliveriesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportNotificationDeliveriesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportNotificationDeliveriesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportNotificationDeliveriesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportNotificationDeliveriesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportNotificationDeliveriesResponseSuccess = (exportNotificationDeliveriesResponse200ApplicationXNdjson | exportNotificationDeliveriesResponse200TextCsv | exportNotificationDeliveriesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportNotificationDeliveriesResponseError = (exportNotificationDeliveriesResponse401 | exportNotificationDeliveriesResponse403 | exportNotificationDeliveriesResponse422 | exportNotificationDeliveriesResponse429 | exportNotificationDeliveriesResponse500 | exportNotificationDeliveriesResponse503) & {
  headers: Headers;
};

export type exportNotificationDeliveriesResponse = (exportNotificationDeliveriesResponseSuccess | exportNotificationDeliveriesResponseError)

export const getExportNotificationDeliveriesUrl = (params?: ExportNotificationDeliveriesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/notification-deliveries/export?${stringifiedParams}` : `/api/notification-deliveries/export`
}

export const exportNotificationDeliveries = async (params?: ExportNotificationDeliveriesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportNotificationDeliveriesResponse> => {

  return sendGenerated<exportNotificationDeliveriesResponse>(getExportNotificationDeliveriesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportNotificationRulesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportNotificationRulesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportNotificationRulesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportNotificationRulesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportNotificationRulesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportNotificationRulesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportNotificationRulesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportNotificationRulesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportNotificationRulesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportNotificationRulesResponseSuccess = (exportNotificationRulesResponse200ApplicationXNdjson | exportNotificationRulesResponse200TextCsv | exportNotificationRulesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportNotificationRulesResponseError = (exportNotificationRulesResponse401 | exportNotificationRulesResponse403 | exportNotificationRulesResponse422 | exportNotificationRulesResponse429 | exportNotificationRulesResponse500 | exportNotificationRulesResponse503) & {
  headers: Headers;
};

export type exportNotificationRulesResponse = (exportNotificationRulesResponseSuccess | exportNotificationRulesResponseError)

export const getExportNotificationRulesUrl = (params?: ExportNotificationRulesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/notification-rules/export?${stringifiedParams}` : `/api/notification-rules/export`
}

export const exportNotificationRules = async (params?: ExportNotificationRulesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportNotificationRulesResponse> => {

  return sendGenerated<exportNotificationRulesResponse>(getExportNotificationRulesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportPeopleResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportPeopleResponse200TextCsv = {
  data: string
  status: 200
}

export type exportPeopleResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportPeopleResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportPeopleResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportPeopleResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportPeopleResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportPeopleResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportPeopleResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportPeopleResponseSuccess = (exportPeopleResponse200ApplicationXNdjson | exportPeopleResponse200TextCsv | exportPeopleResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportPeopleResponseError = (exportPeopleResponse401 | exportPeopleResponse403 | exportPeopleResponse422 | exportPeopleResponse429 | exportPeopleResponse500 | exportPeopleResponse503) & {
  headers: Headers;
};

export type exportPeopleResponse = (exportPeopleResponseSuccess | exportPeopleResponseError)

export const getExportPeopleUrl = (params?: ExportPeopleParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/people/export?${stringifiedParams}` : `/api/people/export`
}

export const exportPeople = async (params?: ExportPeopleParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportPeopleResponse> => {

  return sendGenerated<exportPeopleResponse>(getExportPeopleUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportPolicyZoneNamesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportPolicyZoneNamesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportPolicyZoneNamesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportPolicyZoneNamesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportPolicyZoneNamesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportPolicyZoneNamesResponse404 = {
  data: ErrorResponse
  status: 404
}

export type exportPolicyZoneNamesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportPolicyZoneNamesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportPolicyZoneNamesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportPolicyZoneNamesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportPolicyZoneNamesResponseSuccess = (exportPolicyZoneNamesResponse200ApplicationXNdjson | exportPolicyZoneNamesResponse200TextCsv | exportPolicyZoneNamesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportPolicyZoneNamesResponseError = (exportPolicyZoneNamesResponse401 | exportPolicyZoneNamesResponse403 | exportPolicyZoneNamesResponse404 | exportPolicyZoneNamesResponse422 | exportPolicyZoneNamesResponse429 | exportPolicyZoneNamesResponse500 | exportPolicyZoneNamesResponse503) & {
  headers: Headers;
};

export type exportPolicyZoneNamesResponse = (exportPolicyZoneNamesResponseSuccess | exportPolicyZoneNamesResponseError)

export const getExportPolicyZoneNamesUrl = (params: ExportPolicyZoneNamesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/policy-zone-names/export?${stringifiedParams}` : `/api/policy-zone-names/export`
}

export const exportPolicyZoneNames = async (params: ExportPolicyZoneNamesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportPolicyZoneNamesResponse> => {

  return sendGenerated<exportPolicyZoneNamesResponse>(getExportPolicyZoneNamesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportPolicyZonesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportPolicyZonesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportPolicyZonesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportPolicyZonesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportPolicyZonesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportPolicyZonesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportPolicyZonesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportPolicyZonesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportPolicyZonesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportPolicyZonesResponseSuccess = (exportPolicyZonesResponse200ApplicationXNdjson | exportPolicyZonesResponse200TextCsv | exportPolicyZonesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportPolicyZonesResponseError = (exportPolicyZonesResponse401 | exportPolicyZonesResponse403 | exportPolicyZonesResponse422 | exportPolicyZonesResponse429 | exportPolicyZonesResponse500 | exportPolicyZonesResponse503) & {
  headers: Headers;
};

export type exportPolicyZonesResponse = (exportPolicyZonesResponseSuccess | exportPolicyZonesResponseError)

export const getExportPolicyZonesUrl = (params?: ExportPolicyZonesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/policy-zones/export?${stringifiedParams}` : `/api/policy-zones/export`
}

export const exportPolicyZones = async (params?: ExportPolicyZonesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportPolicyZonesResponse> => {

  return sendGenerated<exportPolicyZonesResponse>(getExportPolicyZonesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportRdapWatchesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportRdapWatchesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportRdapWatchesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportRdapWatchesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportRdapWatchesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportRdapWatchesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportRdapWatchesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportRdapWatchesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportRdapWatchesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportRdapWatchesResponseSuccess = (exportRdapWatchesResponse200ApplicationXNdjson | exportRdapWatchesResponse200TextCsv | exportRdapWatchesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportRdapWatchesResponseError = (exportRdapWatchesResponse401 | exportRdapWatchesResponse403 | exportRdapWatchesResponse422 | exportRdapWatchesResponse429 | exportRdapWatchesResponse500 | exportRdapWatchesResponse503) & {
  headers: Headers;
};

export type exportRdapWatchesResponse = (exportRdapWatchesResponseSuccess | exportRdapWatchesResponseError)

export const getExportRdapWatchesUrl = (params?: ExportRdapWatchesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/rdap-watches/export?${stringifiedParams}` : `/api/rdap-watches/export`
}

export const exportRdapWatches = async (params?: ExportRdapWatchesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportRdapWatchesResponse> => {

  return sendGenerated<exportRdapWatchesResponse>(getExportRdapWatchesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportSessionsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportSessionsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportSessionsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportSessionsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportSessionsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportSessionsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportSessionsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportSessionsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportSessionsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportSessionsResponseSuccess = (exportSessionsResponse200ApplicationXNdjson | exportSessionsResponse200TextCsv | exportSessionsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportSessionsResponseError = (exportSessionsResponse401 | exportSessionsResponse403 | exportSessionsResponse422 | exportSessionsResponse429 | exportSessionsResponse500 | exportSessionsResponse503) & {
  headers: Headers;
};

export type exportSessionsResponse = (exportSessionsResponseSuccess | exportSessionsResponseError)

export const getExportSessionsUrl = (params?: ExportSessionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/sessions/export?${stringifiedParams}` : `/api/sessions/export`
}

export const exportSessions = async (params?: ExportSessionsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportSessionsResponse> => {

  return sendGenerated<exportSessionsResponse>(getExportSessionsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportAlertSuppressionsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportAlertSuppressionsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportAlertSuppressionsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportAlertSuppressionsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportAlertSuppressionsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportAlertSuppressionsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportAlertSuppressionsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportAlertSuppressionsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportAlertSuppressionsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportAlertSuppressionsResponseSuccess = (exportAlertSuppressionsResponse200ApplicationXNdjson | exportAlertSuppressionsResponse200TextCsv | exportAlertSuppressionsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportAlertSuppressionsResponseError = (exportAlertSuppressionsResponse401 | exportAlertSuppressionsResponse403 | exportAlertSuppressionsResponse422 | exportAlertSuppressionsResponse429 | exportAlertSuppressionsResponse500 | exportAlertSuppressionsResponse503) & {
  headers: Headers;
};

export type exportAlertSuppressionsResponse = (exportAlertSuppressionsResponseSuccess | exportAlertSuppressionsResponseError)

export const getExportAlertSuppressionsUrl = (params?: ExportAlertSuppressionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/suppressions/export?${stringifiedParams}` : `/api/suppressions/export`
}

export const exportAlertSuppressions = async (params?: ExportAlertSuppressionsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportAlertSuppressionsResponse> => {

  return sendGenerated<exportAlertSuppressionsResponse>(getExportAlertSuppressionsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportOperatorTokensResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportOperatorTokensResponse200TextCsv = {
  data: string
  status: 200
}

export type exportOperatorTokensResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportOperatorTokensResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportOperatorTokensResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportOperatorTokensResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportOperatorTokensResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportOperatorTokensResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportOperatorTokensResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportOperatorTokensResponseSuccess = (exportOperatorTokensResponse200ApplicationXNdjson | exportOperatorTokensResponse200TextCsv | exportOperatorTokensResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportOperatorTokensResponseError = (exportOperatorTokensResponse401 | exportOperatorTokensResponse403 | exportOperatorTokensResponse422 | exportOperatorTokensResponse429 | exportOperatorTokensResponse500 | exportOperatorTokensResponse503) & {
  headers: Headers;
};

export type exportOperatorTokensResponse = (exportOperatorTokensResponseSuccess | exportOperatorTokensResponseError)

export const getExportOperatorTokensUrl = (params?: ExportOperatorTokensParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/tokens/export?${stringifiedParams}` : `/api/tokens/export`
}

export const exportOperatorTokens = async (params?: ExportOperatorTokensParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportOperatorTokensResponse> => {

  return sendGenerated<exportOperatorTokensResponse>(getExportOperatorTokensUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportUsageLogResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportUsageLogResponse200TextCsv = {
  data: string
  status: 200
}

export type exportUsageLogResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportUsageLogResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportUsageLogResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportUsageLogResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportUsageLogResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportUsageLogResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportUsageLogResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportUsageLogResponseSuccess = (exportUsageLogResponse200ApplicationXNdjson | exportUsageLogResponse200TextCsv | exportUsageLogResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportUsageLogResponseError = (exportUsageLogResponse401 | exportUsageLogResponse403 | exportUsageLogResponse422 | exportUsageLogResponse429 | exportUsageLogResponse500 | exportUsageLogResponse503) & {
  headers: Headers;
};

export type exportUsageLogResponse = (exportUsageLogResponseSuccess | exportUsageLogResponseError)

export const getExportUsageLogUrl = (params?: ExportUsageLogParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/usage-log/export?${stringifiedParams}` : `/api/usage-log/export`
}

export const exportUsageLog = async (params?: ExportUsageLogParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportUsageLogResponse> => {

  return sendGenerated<exportUsageLogResponse>(getExportUsageLogUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportZoneImportsResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportZoneImportsResponse200TextCsv = {
  data: string
  status: 200
}

export type exportZoneImportsResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportZoneImportsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportZoneImportsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportZoneImportsResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportZoneImportsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportZoneImportsResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportZoneImportsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportZoneImportsResponseSuccess = (exportZoneImportsResponse200ApplicationXNdjson | exportZoneImportsResponse200TextCsv | exportZoneImportsResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportZoneImportsResponseError = (exportZoneImportsResponse401 | exportZoneImportsResponse403 | exportZoneImportsResponse422 | exportZoneImportsResponse429 | exportZoneImportsResponse500 | exportZoneImportsResponse503) & {
  headers: Headers;
};

export type exportZoneImportsResponse = (exportZoneImportsResponseSuccess | exportZoneImportsResponseError)

export const getExportZoneImportsUrl = (params?: ExportZoneImportsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/zone-imports/export?${stringifiedParams}` : `/api/zone-imports/export`
}

export const exportZoneImports = async (params?: ExportZoneImportsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportZoneImportsResponse> => {

  return sendGenerated<exportZoneImportsResponse>(getExportZoneImportsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportZoneSourcesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportZoneSourcesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportZoneSourcesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportZoneSourcesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportZoneSourcesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportZoneSourcesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportZoneSourcesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportZoneSourcesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportZoneSourcesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportZoneSourcesResponseSuccess = (exportZoneSourcesResponse200ApplicationXNdjson | exportZoneSourcesResponse200TextCsv | exportZoneSourcesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportZoneSourcesResponseError = (exportZoneSourcesResponse401 | exportZoneSourcesResponse403 | exportZoneSourcesResponse422 | exportZoneSourcesResponse429 | exportZoneSourcesResponse500 | exportZoneSourcesResponse503) & {
  headers: Headers;
};

export type exportZoneSourcesResponse = (exportZoneSourcesResponseSuccess | exportZoneSourcesResponseError)

export const getExportZoneSourcesUrl = (params?: ExportZoneSourcesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/zone-sources/export?${stringifiedParams}` : `/api/zone-sources/export`
}

export const exportZoneSources = async (params?: ExportZoneSourcesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportZoneSourcesResponse> => {

  return sendGenerated<exportZoneSourcesResponse>(getExportZoneSourcesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type exportZonesResponse200ApplicationXNdjson = {
  stream: TypedResponse<string>
  status: 200
}

export type exportZonesResponse200TextCsv = {
  data: string
  status: 200
}

export type exportZonesResponse200ApplicationVndApacheParquet = {
  data: Blob
  status: 200
}

export type exportZonesResponse401 = {
  data: ErrorResponse
  status: 401
}

export type exportZonesResponse403 = {
  data: ErrorResponse
  status: 403
}

export type exportZonesResponse422 = {
  data: HTTPValidationError
  status: 422
}

export type exportZonesResponse429 = {
  data: ErrorResponse
  status: 429
}

export type exportZonesResponse500 = {
  data: ErrorResponse
  status: 500
}

export type exportZonesResponse503 = {
  data: ErrorResponse
  status: 503
}

export type exportZonesResponseSuccess = (exportZonesResponse200ApplicationXNdjson | exportZonesResponse200TextCsv | exportZonesResponse200ApplicationVndApacheParquet) & {
  headers: Headers;
};
export type exportZonesResponseError = (exportZonesResponse401 | exportZonesResponse403 | exportZonesResponse422 | exportZonesResponse429 | exportZonesResponse500 | exportZonesResponse503) & {
  headers: Headers;
};

export type exportZonesResponse = (exportZonesResponseSuccess | exportZonesResponseError)

export const getExportZonesUrl = (params?: ExportZonesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/zones/export?${stringifiedParams}` : `/api/zones/export`
}

export const exportZones = async (params?: ExportZonesParams, options?: Parameters<typeof sendGenerated>[1]): Promise<exportZonesResponse> => {

  return sendGenerated<exportZonesResponse>(getExportZonesUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type streamEventsResponse200 = {
  data: string
  status: 200
}

export type streamEventsResponse400 = {
  data: ErrorResponse
  status: 400
}

export type streamEventsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type streamEventsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type streamEventsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type streamEventsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type streamEventsResponseSuccess = (streamEventsResponse200) & {
  headers: Headers;
};
export type streamEventsResponseError = (streamEventsResponse400 | streamEventsResponse401 | streamEventsResponse403 | streamEventsResponse429 | streamEventsResponse503) & {
  headers: Headers;
};

export type streamEventsResponse = (streamEventsResponseSuccess | streamEventsResponseError)

export const getStreamEventsUrl = (params?: StreamEventsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/events?${stringifiedParams}` : `/events`
}

export const streamEvents = async (params?: StreamEventsParams, options?: Parameters<typeof sendGenerated>[1]): Promise<streamEventsResponse> => {

  return sendGenerated<streamEventsResponse>(getStreamEventsUrl(params),
  {
    ...options,
    method: 'GET'


  }
);}



export type getLivenessResponse200 = {
  data: HealthStatus
  status: 200
}

export type getLivenessResponseSuccess = (getLivenessResponse200) & {
  headers: Headers;
};
;

export type getLivenessResponse = (getLivenessResponseSuccess)

export const getGetLivenessUrl = () => {




  return `/health/live`
}

export const getLiveness = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getLivenessResponse> => {

  return sendGenerated<getLivenessResponse>(getGetLivenessUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type getReadinessResponse200 = {
  data: HealthStatus
  status: 200
}

export type getReadinessResponse503 = {
  data: HealthStatus
  status: 503
}

export type getReadinessResponseSuccess = (getReadinessResponse200) & {
  headers: Headers;
};
export type getReadinessResponseError = (getReadinessResponse503) & {
  headers: Headers;
};

export type getReadinessResponse = (getReadinessResponseSuccess | getReadinessResponseError)

export const getGetReadinessUrl = () => {




  return `/health/ready`
}

export const getReadiness = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getReadinessResponse> => {

  return sendGenerated<getReadinessResponse>(getGetReadinessUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type getMetricsResponse200 = {
  data: string
  status: 200
}

export type getMetricsResponse401 = {
  data: ErrorResponse
  status: 401
}

export type getMetricsResponse403 = {
  data: ErrorResponse
  status: 403
}

export type getMetricsResponse429 = {
  data: ErrorResponse
  status: 429
}

export type getMetricsResponse503 = {
  data: ErrorResponse
  status: 503
}

export type getMetricsResponseSuccess = (getMetricsResponse200) & {
  headers: Headers;
};
export type getMetricsResponseError = (getMetricsResponse401 | getMetricsResponse403 | getMetricsResponse429 | getMetricsResponse503) & {
  headers: Headers;
};

export type getMetricsResponse = (getMetricsResponseSuccess | getMetricsResponseError)

export const getGetMetricsUrl = () => {




  return `/metrics`
}

export const getMetrics = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getMetricsResponse> => {

  return sendGenerated<getMetricsResponse>(getGetMetricsUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type getSchemaResponse200 = {
  data: string
  status: 200
}

export type getSchemaResponse401 = {
  data: ErrorResponse
  status: 401
}

export type getSchemaResponse403 = {
  data: ErrorResponse
  status: 403
}

export type getSchemaResponse429 = {
  data: ErrorResponse
  status: 429
}

export type getSchemaResponse503 = {
  data: ErrorResponse
  status: 503
}

export type getSchemaResponseSuccess = (getSchemaResponse200) & {
  headers: Headers;
};
export type getSchemaResponseError = (getSchemaResponse401 | getSchemaResponse403 | getSchemaResponse429 | getSchemaResponse503) & {
  headers: Headers;
};

export type getSchemaResponse = (getSchemaResponseSuccess | getSchemaResponseError)

export const getGetSchemaUrl = () => {




  return `/schema.graphql`
}

export const getSchema = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getSchemaResponse> => {

  return sendGenerated<getSchemaResponse>(getGetSchemaUrl(),
  {
    ...options,
    method: 'GET'


  }
);}



export type getSupergraphResponse200 = {
  data: string
  status: 200
}

export type getSupergraphResponse401 = {
  data: ErrorResponse
  status: 401
}

export type getSupergraphResponse403 = {
  data: ErrorResponse
  status: 403
}

export type getSupergraphResponse429 = {
  data: ErrorResponse
  status: 429
}

export type getSupergraphResponse503 = {
  data: ErrorResponse
  status: 503
}

export type getSupergraphResponseSuccess = (getSupergraphResponse200) & {
  headers: Headers;
};
export type getSupergraphResponseError = (getSupergraphResponse401 | getSupergraphResponse403 | getSupergraphResponse429 | getSupergraphResponse503) & {
  headers: Headers;
};

export type getSupergraphResponse = (getSupergraphResponseSuccess | getSupergraphResponseError)

export const getGetSupergraphUrl = () => {




  return `/supergraph.graphql`
}

export const getSupergraph = async ( options?: Parameters<typeof sendGenerated>[1]): Promise<getSupergraphResponse> => {

  return sendGenerated<getSupergraphResponse>(getGetSupergraphUrl(),
  {
    ...options,
    method: 'GET'


  }
);}
