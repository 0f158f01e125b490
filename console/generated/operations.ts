/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AccountDecisionInput = {
  readonly username: string;
};

export type AccountFilter = {
  readonly status?: AccountStatus | null | undefined;
  readonly tier?: Tier | null | undefined;
  readonly search?: string | null | undefined;
};

export type AccountStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'SUSPENDED';

export type AddAlertCommentInput = {
  readonly alertId: string;
  readonly body: string;
};

export type AddAlertSuppressionInput = {
  readonly filter: AlertFilter;
  readonly reason: string;
  readonly ownerId?: string | null | undefined;
  readonly startsAt?: string | null | undefined;
  readonly endsAt?: string | null | undefined;
  readonly replacesId?: string | null | undefined;
};

export type AddBrandInput = {
  readonly name: string;
  readonly tenantId?: string | null | undefined;
  readonly allowedNames?: ReadonlyArray<string> | null | undefined;
  readonly zones?: ReadonlyArray<string> | null | undefined;
  readonly kinds?: ReadonlyArray<BrandHitKind> | null | undefined;
  readonly maxDistance?: number | null | undefined;
  readonly words?: ReadonlyArray<string> | null | undefined;
  readonly opensAlerts?: boolean | null | undefined;
  readonly autoBlockKinds?: ReadonlyArray<BrandHitKind> | null | undefined;
  readonly autoBlockMaxDistance?: number | null | undefined;
};

export type AddDriveSiteInput = {
  readonly hostname: string;
  readonly path: string;
  readonly library?: string | null | undefined;
  readonly credentials?: string | null | undefined;
  readonly pollSeconds?: number | null | undefined;
  readonly filter?: DriveFileFilterInput | null | undefined;
};

export type AddIncidentCommentInput = {
  readonly id: string;
  readonly body: string;
};

export type AddMirrorClientInput = {
  readonly name: string;
};

export type AlertFilter = {
  readonly tenantId?: string | null | undefined;
  readonly tenant?: string | null | undefined;
  readonly endpoint?: string | null | undefined;
  readonly model?: ReadonlyArray<string> | null | undefined;
  readonly endpointId?: string | null | undefined;
  readonly severity?: ReadonlyArray<Severity> | null | undefined;
  readonly status?: ReadonlyArray<AlertStatus> | null | undefined;
  readonly platform?: ReadonlyArray<Platform> | null | undefined;
  readonly technique?: ReadonlyArray<string> | null | undefined;
  readonly attack?: ReadonlyArray<string> | null | undefined;
  readonly modelName?: ReadonlyArray<string> | null | undefined;
  readonly minAttackProb?: number | null | undefined;
  readonly maxAttackProb?: number | null | undefined;
  readonly seenAfter?: string | null | undefined;
  readonly seenBefore?: string | null | undefined;
  readonly createdAfter?: string | null | undefined;
  readonly createdBefore?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly breachedBefore?: string | null | undefined;
  readonly dueBefore?: string | null | undefined;
  readonly dueAfter?: string | null | undefined;
  readonly assigneeId?: ReadonlyArray<string> | null | undefined;
  readonly isAssigned?: boolean | null | undefined;
  readonly mentionedId?: ReadonlyArray<string> | null | undefined;
  readonly incidentId?: ReadonlyArray<string> | null | undefined;
  readonly hasIncident?: boolean | null | undefined;
  readonly suppressed?: SuppressedAlerts | null | undefined;
};

export type AlertFilterField =
  | 'TENANT'
  | 'ENDPOINT'
  | 'MODEL'
  | 'ATTACK';

export type AlertOrder = {
  readonly field?: AlertOrderField | null | undefined;
  readonly direction?: OrderDirection | null | undefined;
};

export type AlertOrderField =
  | 'CREATED_AT'
  | 'LAST_SEEN'
  | 'ATTACK_PROB'
  | 'SEVERITY'
  | 'DUE';

export type AlertStatus =
  | 'OPEN'
  | 'ACKNOWLEDGED'
  | 'INVESTIGATING'
  | 'RESOLVED'
  | 'FALSE_POSITIVE';

export type AlertSuppressionState =
  | 'SCHEDULED'
  | 'ACTIVE'
  | 'RESTORING'
  | 'ENDED';

export type AssignAlertInput = {
  readonly id: string;
  readonly assigneeId?: string | null | undefined;
  readonly expectedUpdatedAt?: string | null | undefined;
};

export type AssignAlertsInput = {
  readonly ids: ReadonlyArray<string>;
  readonly assigneeId?: string | null | undefined;
  readonly expected?: ReadonlyArray<ExpectedAlertInput> | null | undefined;
};

export type AssignIncidentInput = {
  readonly id: string;
  readonly ownerId?: string | null | undefined;
  readonly expectedUpdatedAt?: string | null | undefined;
};

export type AuditActorKind =
  | 'OPERATOR'
  | 'ACCOUNT'
  | 'MIRROR_CLIENT'
  | 'ANONYMOUS'
  | 'SYSTEM';

export type AuditFilter = {
  readonly actorKind?: AuditActorKind | null | undefined;
  readonly actor?: string | null | undefined;
  readonly action?: string | null | undefined;
  readonly object?: string | null | undefined;
  readonly tenantId?: string | null | undefined;
  readonly since?: string | null | undefined;
  readonly until?: string | null | undefined;
};

export type AuditInterface =
  | 'REST'
  | 'GRAPHQL'
  | 'COMMAND_LINE'
  | 'JOB';

export type BrandHitFilter = {
  readonly brandIds?: ReadonlyArray<string> | null | undefined;
  readonly tenantId?: string | null | undefined;
  readonly status?: ReadonlyArray<BrandHitStatus> | null | undefined;
  readonly kinds?: ReadonlyArray<BrandHitKind> | null | undefined;
  readonly zones?: ReadonlyArray<string> | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly isBlocked?: boolean | null | undefined;
  readonly search?: string | null | undefined;
  readonly foundSince?: string | null | undefined;
  readonly foundBefore?: string | null | undefined;
};

export type BrandHitKind =
  | 'TLD_SWAP'
  | 'HOMOGLYPH'
  | 'TRANSPOSITION'
  | 'REPETITION'
  | 'OMISSION'
  | 'HYPHENATION'
  | 'VOWEL_SWAP'
  | 'REPLACEMENT'
  | 'BITSQUATTING'
  | 'INSERTION'
  | 'ADDITION'
  | 'SUBDOMAIN'
  | 'COMBOSQUAT'
  | 'EDIT'
  | 'CONTAINS';

export type BrandHitStatus =
  | 'OPEN'
  | 'DISMISSED'
  | 'CONFIRMED';

export type BulkAlertChangeSkipReason =
  | 'TRIAGED'
  | 'UNMATCHED'
  | 'DELETED';

export type BulkAlertChangeState =
  | 'PREVIEW'
  | 'RUNNING'
  | 'DONE'
  | 'CANCELLED';

export type BulkRdapLookupState =
  | 'RUNNING'
  | 'DONE'
  | 'CANCELLED';

export type BulkRdapResultStatus =
  | 'WAITING'
  | 'FOUND'
  | 'NOT_FOUND'
  | 'FAILED';

export type BulkRegistrationKind =
  | 'SHARED'
  | 'NUMBERED'
  | 'VARIANTS'
  | 'RANDOM';

export type CancelBulkAlertChangeInput = {
  readonly id: string;
};

export type CancelBulkRdapLookupInput = {
  readonly id: string;
};

export type CancelPolicyBacktestInput = {
  readonly id: string;
};

export type ChangeAlertStatusesInput = {
  readonly ids: ReadonlyArray<string>;
  readonly status: AlertStatus;
  readonly notes?: string | null | undefined;
  readonly actor?: string | null | undefined;
  readonly expected?: ReadonlyArray<ExpectedAlertInput> | null | undefined;
};

export type ChangeDriveMassChangeInput = {
  readonly id: string;
  readonly state: DriveMassChangeState;
  readonly notes?: string | null | undefined;
};

export type ChangeInterface =
  | 'REST'
  | 'GRAPHQL'
  | 'COMMAND_LINE';

export type ConfirmEmailInput = {
  readonly token: string;
};

export type ControllerFilter = {
  readonly hostname?: string | null | undefined;
  readonly version?: ReadonlyArray<string> | null | undefined;
  readonly label?: ReadonlyArray<string> | null | undefined;
  readonly department?: ReadonlyArray<string> | null | undefined;
  readonly hasDepartment?: boolean | null | undefined;
  readonly source?: string | null | undefined;
  readonly isBlacklisted?: boolean | null | undefined;
  readonly silentSince?: string | null | undefined;
};

export type CreateAlertViewInput = {
  readonly name: string;
  readonly parameters: string;
  readonly isShared?: boolean;
  readonly tenantId?: string | null | undefined;
};

export type CreateDriveArchiveInput = {
  readonly siteId: string;
  readonly at?: string | null | undefined;
  readonly change?: number | null | undefined;
  readonly folder?: string;
};

export type CreateNotificationRuleInput = {
  readonly name: string;
  readonly tenantId?: string | null | undefined;
  readonly kinds: ReadonlyArray<NotificationKind>;
  readonly conditions?: ReadonlyArray<NotificationConditionInput> | null | undefined;
  readonly target: NotificationTarget;
  readonly address: string;
  readonly throttle?: NotificationThrottleInput | null | undefined;
  readonly quietHours?: NotificationQuietHoursInput | null | undefined;
  readonly isEnabled?: boolean | null | undefined;
};

export type CreateOperatorTokenInput = {
  readonly name: string;
  readonly role: OperatorRole;
  readonly tenantId?: string | null | undefined;
  readonly tenants?: ReadonlyArray<string> | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly neverExpires?: boolean | null | undefined;
};

export type DeleteAlertViewInput = {
  readonly id: string;
};

export type DomainEventKind =
  | 'FIRST_SEEN'
  | 'RETURNED'
  | 'REMOVED'
  | 'MOVED'
  | 'REGISTERED'
  | 'CHANGED'
  | 'TRANSFERRED'
  | 'EXPIRES'
  | 'DOSSIER_KEPT'
  | 'DOSSIER_CHANGED'
  | 'CERTIFICATE_LOGGED'
  | 'HIT_FOUND'
  | 'HIT_REOPENED'
  | 'HIT_DISMISSED'
  | 'HIT_CONFIRMED'
  | 'HIT_OPENED'
  | 'HIT_UNMATCHED'
  | 'BLOCKED'
  | 'UNBLOCKED'
  | 'ALERT_OPENED';

export type DriveChangeKind =
  | 'CREATED'
  | 'UPDATED'
  | 'RENAMED'
  | 'MOVED'
  | 'DELETED'
  | 'RESTORED'
  | 'CONTENT_STORED';

export type DriveCircuitState =
  | 'CLOSED'
  | 'OPEN'
  | 'HALF_OPEN';

export type DriveContentState =
  | 'NONE'
  | 'PENDING'
  | 'STORED'
  | 'FAILED';

export type DriveFileFilterInput = {
  readonly folders?: ReadonlyArray<string> | null | undefined;
  readonly excludedFolders?: ReadonlyArray<string> | null | undefined;
  readonly names?: ReadonlyArray<string> | null | undefined;
  readonly excludedNames?: ReadonlyArray<string> | null | undefined;
  readonly maxBytes?: number | null | undefined;
};

export type DriveMassChangeEffect =
  | 'ENCRYPTED'
  | 'REPLACED'
  | 'RENAMED'
  | 'DELETED'
  | 'NOTE';

export type DriveMassChangeKind =
  | 'ENCRYPTION'
  | 'DELETION';

export type DriveMassChangeState =
  | 'OPEN'
  | 'CONFIRMED'
  | 'DISMISSED'
  | 'RESOLVED';

export type DrivePermission =
  | 'SITES_READ'
  | 'SITES_MANAGE'
  | 'FILES_READ';

export type DriveSearchFilter = {
  readonly siteIds?: ReadonlyArray<string> | null | undefined;
  readonly folder?: string | null | undefined;
  readonly extensions?: ReadonlyArray<string> | null | undefined;
  readonly modifiedFrom?: string | null | undefined;
  readonly modifiedBefore?: string | null | undefined;
};

export type DriveSearchScope =
  | 'ALL'
  | 'NAMES'
  | 'TEXTS';

export type DriveSiteInput = {
  readonly id: string;
};

export type DriveSubscriptionHealth =
  | 'OFF'
  | 'MISSING'
  | 'ACTIVE'
  | 'RENEWING'
  | 'EXPIRED'
  | 'FAILING';

export type DriveSubscriptionState =
  | 'CREATING'
  | 'ACTIVE'
  | 'REMOVED';

export type DriveSyncOutcome =
  | 'RUNNING'
  | 'DONE'
  | 'FAILED'
  | 'INTERRUPTED';

export type DriveSyncTrigger =
  | 'NOTIFICATION'
  | 'POLL'
  | 'REQUEST'
  | 'RETRY';

export type DriveTextState =
  | 'WAITING'
  | 'EXTRACTED'
  | 'UNREADABLE'
  | 'OFF';

export type DriveUnreadableReason =
  | 'ENCRYPTED'
  | 'DAMAGED'
  | 'UNSUPPORTED'
  | 'TOO_LARGE'
  | 'TIMEOUT'
  | 'OUT_OF_MEMORY'
  | 'CRASHED'
  | 'MISSING';

export type EditAlertCommentInput = {
  readonly id: string;
  readonly body: string;
};

export type EndAlertSuppressionInput = {
  readonly id: string;
};

export type EndpointFilter = {
  readonly tenantId?: string | null | undefined;
  readonly hostname?: string | null | undefined;
  readonly platform?: Platform | null | undefined;
};

export type ExpectedAlertInput = {
  readonly id: string;
  readonly updatedAt: string;
};

export type IncidentAlertsInput = {
  readonly id: string;
  readonly alertIds: ReadonlyArray<string>;
};

export type IncidentEntryKind =
  | 'OPENED'
  | 'ALERTS_ADDED'
  | 'ALERTS_REMOVED'
  | 'MERGED'
  | 'SPLIT'
  | 'STATUS'
  | 'OWNER'
  | 'TITLE'
  | 'COMMENT';

export type IncidentFilter = {
  readonly tenantId?: string | null | undefined;
  readonly status?: ReadonlyArray<IncidentStatus> | null | undefined;
  readonly severity?: ReadonlyArray<Severity> | null | undefined;
  readonly ownerId?: ReadonlyArray<string> | null | undefined;
  readonly isOwned?: boolean | null | undefined;
  readonly title?: string | null | undefined;
  readonly includeMerged?: boolean | null | undefined;
};

export type IncidentOrderField =
  | 'UPDATED_AT'
  | 'CREATED_AT'
  | 'SEVERITY';

export type IncidentStatus =
  | 'OPEN'
  | 'INVESTIGATING'
  | 'RESOLVED'
  | 'FALSE_POSITIVE';

export type LicenseDocumentKind =
  | 'BLACKLIST'
  | 'DEPARTMENTS'
  | 'LICENSE';

export type LicenseDocumentSource =
  | 'FILE'
  | 'DATABASE';

export type LicenseEndpoint =
  | 'CHECK_LICENSE'
  | 'GET_LICENSES';

export type LicenseState =
  | 'VALID'
  | 'GRACE'
  | 'MISSING'
  | 'INVALID'
  | 'EXPIRED'
  | 'NOT_YET_VALID';

export type LicenseWarningKind =
  | 'LICENSE_EXPIRING'
  | 'GRACE_ENDING'
  | 'SEATS_LOW'
  | 'CONTROLLER_SILENT'
  | 'VERSION_OUTDATED';

export type LinkDriveEvidenceInput = {
  readonly alertId: string;
  readonly siteId: string;
  readonly itemId: string;
  readonly notes?: string | null | undefined;
};

export type LookAlikeKind =
  | 'CONFUSABLE'
  | 'EDIT';

export type MailKind =
  | 'CONFIRMATION'
  | 'DEFAULT_KEY'
  | 'EMAIL_CONFIRMATION'
  | 'PASSWORD_RESET'
  | 'PASSWORD_CHANGED';

export type MailStatus =
  | 'WAITING'
  | 'SENT'
  | 'FAILED'
  | 'DROPPED';

export type MergeIncidentsInput = {
  readonly id: string;
  readonly sourceIds: ReadonlyArray<string>;
};

export type MirrorClientFilter = {
  readonly search?: string | null | undefined;
};

export type NotificationConditionInput = {
  readonly field: NotificationField;
  readonly values: ReadonlyArray<string>;
};

export type NotificationDeliveryFilter = {
  readonly ruleId?: string | null | undefined;
  readonly status?: NotificationDeliveryStatus | null | undefined;
};

export type NotificationDeliveryStatus =
  | 'PENDING'
  | 'DELIVERED'
  | 'DEAD';

export type NotificationField =
  | 'SEVERITY'
  | 'STATUS'
  | 'VERDICT'
  | 'ENDPOINT'
  | 'MODEL'
  | 'PLATFORM'
  | 'TECHNIQUE'
  | 'ZONE'
  | 'BRAND'
  | 'HIT_KIND'
  | 'OUTCOME'
  | 'CAUSE'
  | 'HOSTNAME'
  | 'DEPARTMENT'
  | 'SITE';

export type NotificationKind =
  | 'ALERT_OPENED'
  | 'ALERT_CHANGED'
  | 'ALERT_VERDICT'
  | 'INCIDENT_OPENED'
  | 'INCIDENT_CHANGED'
  | 'ZONE_IMPORTED'
  | 'ZONE_IMPORT_FAILED'
  | 'BRAND_HIT'
  | 'BRAND_SCANNED'
  | 'ZONE_PULL_FAILED'
  | 'ZONE_STALE'
  | 'ACCOUNT_REQUESTED'
  | 'REGISTRATION_CHANGED'
  | 'CONTROLLER_REGISTERED'
  | 'CONTROLLER_REJECTED'
  | 'CONTROLLER_SEAT_FREED'
  | 'CONTROLLER_SILENT'
  | 'CONTROLLER_OUTDATED'
  | 'LICENSE_EXPIRING'
  | 'LICENSE_GRACE_ENDING'
  | 'LICENSE_SEATS_LOW'
  | 'DRIVE_SYNCED'
  | 'DRIVE_SYNC_FAILED'
  | 'DRIVE_MALWARE_FOUND'
  | 'DRIVE_MASS_CHANGE';

export type NotificationQuietHoursInput = {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
};

export type NotificationRuleFilter = {
  readonly search?: string | null | undefined;
  readonly isEnabled?: boolean | null | undefined;
};

export type NotificationRuleInput = {
  readonly id: string;
};

export type NotificationTarget =
  | 'WEBHOOK'
  | 'MAIL'
  | 'SLACK';

export type NotificationThrottleInput = {
  readonly max: number;
  readonly periodSeconds: number;
};

export type ObservationStatus =
  | 'ACTIVE'
  | 'INACTIVE';

export type OpenIncidentInput = {
  readonly title: string;
  readonly alertIds: ReadonlyArray<string>;
  readonly ownerId?: string | null | undefined;
};

export type OperatorRole =
  | 'ADMIN'
  | 'ANALYST'
  | 'VIEWER'
  | 'INGEST';

export type OperatorTokenFilter = {
  readonly search?: string | null | undefined;
  readonly role?: OperatorRole | null | undefined;
  readonly status?: OperatorTokenStatus | null | undefined;
};

export type OperatorTokenStatus =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'REVOKED';

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type PersonFilter = {
  readonly search?: string | null | undefined;
  readonly role?: OperatorRole | null | undefined;
};

export type Platform =
  | 'WINDOWS'
  | 'LINUX';

export type PolicyBacktestSampleKind =
  | 'LOST'
  | 'AVOIDED'
  | 'ADDED';

export type PolicyBacktestState =
  | 'RUNNING'
  | 'DONE'
  | 'FAILED'
  | 'CANCELLED';

export type PolicyZoneClientState =
  | 'CURRENT'
  | 'OUTDATED'
  | 'SILENT';

export type PolicyZoneSecondaryState =
  | 'PENDING'
  | 'CONFIRMED'
  | 'FAILED';

export type Prediction =
  | 'ATTACK'
  | 'BENIGN'
  | 'ERROR';

export type PreviewBulkAlertChangeInput = {
  readonly filter: AlertFilter;
  readonly status?: AlertStatus | null | undefined;
  readonly isTruePositive?: boolean | null | undefined;
  readonly assigneeId?: string | null | undefined;
  readonly unassign?: boolean | null | undefined;
  readonly notes?: string | null | undefined;
  readonly actor?: string | null | undefined;
};

export type RdapField =
  | 'REGISTRATION'
  | 'REGISTRAR'
  | 'STATUSES'
  | 'NAMESERVERS'
  | 'DNSSEC'
  | 'REGISTERED'
  | 'EXPIRES'
  | 'LAST_CHANGED'
  | 'TRANSFERRED'
  | 'CONTACTS'
  | 'ABUSE_CONTACTS'
  | 'HANDLE';

export type RejectionCause =
  | 'RATE_LIMITED'
  | 'INVALID_JSON'
  | 'MISSING_FIELD'
  | 'INVALID_FIELD'
  | 'INVALID_GUID'
  | 'INVALID_LICENSE'
  | 'BLACKLISTED'
  | 'NO_SEAT';

export type RemoveBrandInput = {
  readonly id: string;
};

export type RemoveDriveSiteInput = {
  readonly id: string;
  readonly keepFiles: boolean;
};

export type RemoveMirrorClientInput = {
  readonly id: string;
};

export type ReplaceLicenseDocumentInput = {
  readonly kind: LicenseDocumentKind;
  readonly text?: string | null | undefined;
  readonly version: number;
  readonly digest?: string | null | undefined;
};

export type ResendNotificationsInput = {
  readonly ruleId: string;
  readonly deliveryIds?: ReadonlyArray<string> | null | undefined;
};

export type ResetPasswordInput = {
  readonly token: string;
  readonly newPassword: string;
  readonly revokeKeys?: boolean | null | undefined;
};

export type ResponseTimesKey =
  | 'TENANT'
  | 'MODEL'
  | 'SEVERITY';

export type RetryMailInput = {
  readonly id: string;
};

export type RevokeApiKeyInput = {
  readonly username: string;
  readonly name: string;
};

export type RevokeOperatorTokenInput = {
  readonly id: string;
};

export type RevokeSessionInput = {
  readonly id: string;
  readonly ofCaller?: boolean | null | undefined;
};

export type RevokeSessionsOfPersonInput = {
  readonly id: string;
};

export type RotateNotificationSecretInput = {
  readonly id: string;
  readonly oldValidSeconds?: number | null | undefined;
};

export type SessionFilter = {
  readonly search?: string | null | undefined;
  readonly role?: OperatorRole | null | undefined;
};

export type SetDefaultAlertViewInput = {
  readonly id?: string | null | undefined;
};

export type SetOperatorTokenExpirationInput = {
  readonly id: string;
  readonly expiresAt?: string | null | undefined;
  readonly neverExpires?: boolean | null | undefined;
};

export type SetSubscriptionInput = {
  readonly username: string;
  readonly tier: Tier;
  readonly expiresAt?: string | null | undefined;
};

export type Severity =
  | 'LOW'
  | 'MEDIUM'
  | 'HIGH'
  | 'CRITICAL';

export type SplitIncidentInput = {
  readonly id: string;
  readonly alertIds: ReadonlyArray<string>;
  readonly title: string;
  readonly ownerId?: string | null | undefined;
};

export type StartBulkAlertChangeInput = {
  readonly id: string;
};

export type StartBulkRdapLookupInput = {
  readonly domains: ReadonlyArray<string>;
  readonly tenantId?: string | null | undefined;
};

export type StartPolicyBacktestInput = {
  readonly days: number;
  readonly tenantId?: string | null | undefined;
  readonly modelName?: string | null | undefined;
  readonly minThreshold?: number | null | undefined;
  readonly dedupWindowSeconds?: number | null | undefined;
  readonly suppressions?: ReadonlyArray<AlertFilter> | null | undefined;
};

export type SubmitVerdictInput = {
  readonly alertId: string;
  readonly isTruePositive: boolean;
  readonly notes?: string | null | undefined;
  readonly actor?: string | null | undefined;
  readonly expectedUpdatedAt?: string | null | undefined;
};

export type SubscriptionStatus =
  | 'ACTIVE'
  | 'EXPIRED';

export type SuppressedAlerts =
  | 'EXCLUDE'
  | 'ONLY'
  | 'INCLUDE';

export type Tier =
  | 'TRIAL'
  | 'BASIC'
  | 'ENTERPRISE';

export type TriageBrandHitsInput = {
  readonly ids: ReadonlyArray<string>;
  readonly status: BrandHitStatus;
  readonly note?: string | null | undefined;
};

export type UnlinkDriveEvidenceInput = {
  readonly alertId: string;
  readonly siteId: string;
  readonly itemId: string;
};

export type UnwatchDomainInput = {
  readonly id: string;
};

export type UpdateAlertInput = {
  readonly id: string;
  readonly status: AlertStatus;
  readonly notes?: string | null | undefined;
  readonly actor?: string | null | undefined;
  readonly expectedUpdatedAt?: string | null | undefined;
};

export type UpdateAlertViewInput = {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly parameters?: string | null | undefined;
};

export type UpdateDriveSiteInput = {
  readonly id: string;
  readonly credentials?: string | null | undefined;
  readonly pollSeconds?: number | null | undefined;
  readonly filter?: DriveFileFilterInput | null | undefined;
};

export type UpdateIncidentInput = {
  readonly id: string;
  readonly title?: string | null | undefined;
  readonly status?: IncidentStatus | null | undefined;
  readonly expectedUpdatedAt?: string | null | undefined;
};

export type UpdateNotificationRuleInput = {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly kinds?: ReadonlyArray<NotificationKind> | null | undefined;
  readonly conditions?: ReadonlyArray<NotificationConditionInput> | null | undefined;
  readonly address?: string | null | undefined;
  readonly throttle?: NotificationThrottleInput | null | undefined;
  readonly quietHours?: NotificationQuietHoursInput | null | undefined;
  readonly isEnabled?: boolean | null | undefined;
};

export type UsageChange =
  | 'REGISTERED'
  | 'REMOVED'
  | 'CHECKED_IN'
  | 'MACHINE_FILE_ISSUED';

export type WatchDomainInput = {
  readonly domain: string;
  readonly intervalHours?: number | null | undefined;
  readonly tenantId?: string | null | undefined;
};

export type ZoneImportOutcome =
  | 'APPLIED'
  | 'UNCHANGED'
  | 'REJECTED'
  | 'FAILED';

export type ZoneSourceState =
  | 'PENDING'
  | 'CURRENT'
  | 'FAILING'
  | 'STALE';

export type AccountListQueryVariables = Exact<{
  filter?: AccountFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AccountListQuery = { readonly accounts: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly email: string, readonly emailConfirmed: boolean, readonly status: AccountStatus, readonly createdAt: string, readonly subscription: { readonly tier: Tier, readonly status: SubscriptionStatus, readonly expiresAt: string } | null, readonly quota: { readonly limit: number, readonly used: number } | null, readonly keys: ReadonlyArray<{ readonly name: string, readonly prefix: string }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type AddMirrorClientMutationVariables = Exact<{
  input: AddMirrorClientInput;
}>;


export type AddMirrorClientMutation = { readonly addMirrorClient: { readonly secret: string, readonly client: { readonly id: string, readonly name: string } } | null };

export type ApproveAccountMutationVariables = Exact<{
  input: AccountDecisionInput;
  allowUnconfirmedEmail?: boolean | null | undefined;
}>;


export type ApproveAccountMutation = { readonly approveAccount: { readonly isFirst: boolean } | null };

export type AuditEntryListQueryVariables = Exact<{
  filter?: AuditFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditEntryListQuery = { readonly auditEntries: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly sequence: number, readonly hash: string, readonly at: string, readonly via: AuditInterface, readonly sourceAddress: string | null, readonly action: string, readonly objects: ReadonlyArray<string>, readonly tenantId: string | null, readonly before: unknown, readonly after: unknown, readonly actor: { readonly kind: AuditActorKind, readonly id: string | null, readonly name: string | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CreateNotificationRuleMutationVariables = Exact<{
  input: CreateNotificationRuleInput;
}>;


export type CreateNotificationRuleMutation = { readonly createNotificationRule: { readonly secret: string | null, readonly rule: { readonly id: string, readonly name: string } } | null };

export type CreateOperatorTokenMutationVariables = Exact<{
  input: CreateOperatorTokenInput;
}>;


export type CreateOperatorTokenMutation = { readonly createOperatorToken: { readonly secret: string, readonly token: { readonly id: string, readonly name: string } } | null };

export type DeleteNotificationRuleMutationVariables = Exact<{
  input: NotificationRuleInput;
}>;


export type DeleteNotificationRuleMutation = { readonly deleteNotificationRule: { readonly rule: { readonly id: string } } | null };

export type MailListQueryVariables = Exact<{
  status?: MailStatus | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MailListQuery = { readonly mails: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly uuid: string, readonly kind: MailKind, readonly recipient: string, readonly status: MailStatus, readonly createdAt: string, readonly attempts: number, readonly nextAttemptAt: string | null, readonly finishedAt: string | null, readonly lastError: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type MirrorClientListQueryVariables = Exact<{
  filter?: MirrorClientFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type MirrorClientListQuery = { readonly mirrorClients: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly createdAt: string, readonly lastTokenAt: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type NotificationDeliveryListQueryVariables = Exact<{
  filter?: NotificationDeliveryFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type NotificationDeliveryListQuery = { readonly notificationDeliveries: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly ruleId: string, readonly ruleName: string, readonly kind: string, readonly title: string, readonly status: NotificationDeliveryStatus, readonly attempts: number, readonly lastError: string | null, readonly queuedAt: string, readonly attemptedAt: string | null, readonly retryAt: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type NotificationRuleListQueryVariables = Exact<{
  filter?: NotificationRuleFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type NotificationRuleListQuery = { readonly notificationRules: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly tenantId: string | null, readonly kinds: ReadonlyArray<NotificationKind>, readonly target: NotificationTarget, readonly address: string, readonly isEnabled: boolean, readonly disabledReason: string | null, readonly pending: number, readonly dead: number, readonly held: number, readonly conditions: ReadonlyArray<{ readonly field: NotificationField, readonly values: ReadonlyArray<string> }>, readonly throttle: { readonly max: number, readonly periodSeconds: number }, readonly quietHours: { readonly from: string, readonly to: string, readonly timeZone: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type OperatorTokenListQueryVariables = Exact<{
  filter?: OperatorTokenFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type OperatorTokenListQuery = { readonly operatorTokens: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly role: OperatorRole, readonly tenants: ReadonlyArray<string> | null, readonly status: OperatorTokenStatus, readonly createdAt: string, readonly expiresAt: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type PersonListQueryVariables = Exact<{
  filter?: PersonFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PersonListQuery = { readonly people: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly email: string | null, readonly provider: string, readonly issuer: string, readonly subject: string, readonly role: OperatorRole, readonly tenants: ReadonlyArray<string> | null, readonly firstSignInAt: string, readonly lastSignInAt: string, readonly openSessions: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RejectAccountMutationVariables = Exact<{
  input: AccountDecisionInput;
}>;


export type RejectAccountMutation = { readonly rejectAccount: { readonly account: { readonly id: string } } | null };

export type RemoveMirrorClientMutationVariables = Exact<{
  input: RemoveMirrorClientInput;
}>;


export type RemoveMirrorClientMutation = { readonly removeMirrorClient: { readonly client: { readonly id: string } } | null };

export type ResendNotificationsMutationVariables = Exact<{
  input: ResendNotificationsInput;
}>;


export type ResendNotificationsMutation = { readonly resendNotifications: { readonly resent: number } | null };

export type RetryMailMutationVariables = Exact<{
  input: RetryMailInput;
}>;


export type RetryMailMutation = { readonly retryMail: { readonly mail: { readonly id: string, readonly status: MailStatus } } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type RevokeApiKeyMutation = { readonly revokeApiKey: { readonly account: { readonly id: string } } | null };

export type RevokeOperatorTokenMutationVariables = Exact<{
  input: RevokeOperatorTokenInput;
}>;


export type RevokeOperatorTokenMutation = { readonly revokeOperatorToken: { readonly token: { readonly id: string } } | null };

export type RevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeSessionMutation = { readonly revokeSession: { readonly sessions: ReadonlyArray<{ readonly id: string }> } | null };

export type RevokeSessionsOfPersonMutationVariables = Exact<{
  input: RevokeSessionsOfPersonInput;
}>;


export type RevokeSessionsOfPersonMutation = { readonly revokeSessionsOfPerson: { readonly sessions: ReadonlyArray<{ readonly id: string }> } | null };

export type RotateNotificationSecretMutationVariables = Exact<{
  input: RotateNotificationSecretInput;
}>;


export type RotateNotificationSecretMutation = { readonly rotateNotificationSecret: { readonly secret: string | null, readonly rule: { readonly id: string } } | null };

export type SendTestNotificationMutationVariables = Exact<{
  input: NotificationRuleInput;
}>;


export type SendTestNotificationMutation = { readonly sendTestNotification: { readonly delivery: { readonly id: string } } | null };

export type SessionListQueryVariables = Exact<{
  filter?: SessionFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SessionListQuery = { readonly sessions: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly role: OperatorRole, readonly tenants: ReadonlyArray<string> | null, readonly provider: string | null, readonly sourceAddress: string, readonly createdAt: string, readonly lastUsedAt: string, readonly expiresAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type SetOperatorTokenExpirationMutationVariables = Exact<{
  input: SetOperatorTokenExpirationInput;
}>;


export type SetOperatorTokenExpirationMutation = { readonly setOperatorTokenExpiration: { readonly token: { readonly id: string } } | null };

export type SetSubscriptionMutationVariables = Exact<{
  input: SetSubscriptionInput;
}>;


export type SetSubscriptionMutation = { readonly setSubscription: { readonly account: { readonly id: string } } | null };

export type SuspendAccountMutationVariables = Exact<{
  input: AccountDecisionInput;
}>;


export type SuspendAccountMutation = { readonly suspendAccount: { readonly account: { readonly id: string } } | null };

export type UpdateNotificationRuleMutationVariables = Exact<{
  input: UpdateNotificationRuleInput;
}>;


export type UpdateNotificationRuleMutation = { readonly updateNotificationRule: { readonly rule: { readonly id: string, readonly name: string } } | null };

export type AddAlertCommentMutationVariables = Exact<{
  input: AddAlertCommentInput;
}>;


export type AddAlertCommentMutation = { readonly addAlertComment: { readonly comment: { readonly id: string } } | null };

export type AddAlertSuppressionMutationVariables = Exact<{
  input: AddAlertSuppressionInput;
}>;


export type AddAlertSuppressionMutation = { readonly addAlertSuppression: { readonly suppression: { readonly id: string } } | null };

export type AddAlertsToIncidentMutationVariables = Exact<{
  input: IncidentAlertsInput;
}>;


export type AddAlertsToIncidentMutation = { readonly addAlertsToIncident: { readonly incident: { readonly id: string, readonly title: string } } | null };

export type AddIncidentCommentMutationVariables = Exact<{
  input: AddIncidentCommentInput;
}>;


export type AddIncidentCommentMutation = { readonly addIncidentComment: { readonly incident: { readonly id: string, readonly title: string } } | null };

export type AlertChangesSubscriptionVariables = Exact<{
  filter?: AlertFilter | null | undefined;
}>;


export type AlertChangesSubscription = { readonly alertChanged: { readonly id: string, readonly createdAt: string } | null };

export type AlertDetailQueryVariables = Exact<{
  id: string;
}>;


export type AlertDetailQuery = { readonly alert: { readonly id: string, readonly tenantId: string, readonly endpointId: string, readonly severity: Severity, readonly status: AlertStatus, readonly isSuppressed: boolean, readonly platform: Platform, readonly attackProb: number, readonly confidence: number, readonly prediction: Prediction, readonly ttpExplanation: string | null, readonly inferenceIds: ReadonlyArray<string>, readonly relatedEndpoints: ReadonlyArray<string>, readonly firstSeen: string, readonly lastSeen: string, readonly createdAt: string, readonly updatedAt: string, readonly notes: string, readonly modelName: string, readonly numNodes: number, readonly numEdges: number, readonly suppressions: ReadonlyArray<{ readonly id: string, readonly reason: string }>, readonly techniques: ReadonlyArray<{ readonly id: string, readonly name: string | null, readonly tactics: ReadonlyArray<{ readonly name: string }>, readonly parent: { readonly name: string | null } | null }>, readonly endpoint: { readonly totalAlerts: number, readonly activeAlerts: number }, readonly relatedAlerts: ReadonlyArray<{ readonly id: string, readonly endpointId: string, readonly severity: Severity, readonly status: AlertStatus, readonly attackProb: number, readonly firstSeen: string, readonly lastSeen: string }>, readonly transitions: ReadonlyArray<{ readonly at: string, readonly fromStatus: AlertStatus, readonly toStatus: AlertStatus, readonly caller: string, readonly statedActor: string | null, readonly notes: string | null, readonly via: ChangeInterface }>, readonly assignee: { readonly id: string, readonly name: string } | null, readonly acknowledgeTarget: { readonly dueAt: string, readonly metAt: string | null } | null, readonly resolveTarget: { readonly dueAt: string, readonly metAt: string | null } | null, readonly comments: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly editedAt: string | null, readonly body: string, readonly author: { readonly id: string, readonly name: string }, readonly versions: ReadonlyArray<{ readonly version: number, readonly at: string, readonly body: string }> }>, readonly incident: { readonly id: string, readonly title: string, readonly status: IncidentStatus } | null, readonly assignments: ReadonlyArray<{ readonly at: string, readonly caller: string, readonly via: ChangeInterface, readonly to: { readonly name: string } | null }>, readonly verdicts: ReadonlyArray<{ readonly at: string, readonly isTruePositive: boolean, readonly caller: string, readonly statedActor: string | null, readonly notes: string | null, readonly via: ChangeInterface }> } | null, readonly alertAccess: { readonly canChange: boolean } | null };

export type AlertEvidenceQueryVariables = Exact<{
  id: string;
}>;


export type AlertEvidenceQuery = { readonly alert: { readonly evidence: ReadonlyArray<{ readonly notes: string, readonly actor: string, readonly linkedAt: string, readonly item: { readonly itemId: string, readonly siteId: string, readonly name: string, readonly path: string | null, readonly webUrl: string | null, readonly deletedAt: string | null } | null }> | null } | null };

export type AlertFacetsQueryVariables = Exact<{
  filter?: AlertFilter | null | undefined;
}>;


export type AlertFacetsQuery = { readonly alerts: { readonly facets: { readonly severity: ReadonlyArray<{ readonly value: Severity, readonly count: number }>, readonly status: ReadonlyArray<{ readonly value: AlertStatus, readonly count: number }>, readonly platform: ReadonlyArray<{ readonly value: Platform, readonly count: number }>, readonly technique: ReadonlyArray<{ readonly value: string, readonly name: string | null, readonly count: number }>, readonly endpoint: ReadonlyArray<{ readonly value: string, readonly tenantId: string, readonly count: number }>, readonly model: ReadonlyArray<{ readonly value: string, readonly count: number }> } } | null };

export type AlertFilterValuesQueryVariables = Exact<{
  field: AlertFilterField;
  search?: string | null | undefined;
}>;


export type AlertFilterValuesQuery = { readonly alertFilterValues: ReadonlyArray<{ readonly value: string, readonly name: string | null }> | null };

export type AlertHistogramQueryVariables = Exact<{
  filter?: AlertFilter | null | undefined;
  intervalSeconds?: number | null | undefined;
}>;


export type AlertHistogramQuery = { readonly alerts: { readonly histogram: ReadonlyArray<{ readonly start: string, readonly severity: ReadonlyArray<{ readonly value: Severity, readonly count: number }> }> } | null };

export type AlertListQueryVariables = Exact<{
  filter?: AlertFilter | null | undefined;
  orderBy?: AlertOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AlertListQuery = { readonly alerts: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly tenantId: string, readonly endpointId: string, readonly severity: Severity, readonly status: AlertStatus, readonly isSuppressed: boolean, readonly platform: Platform, readonly attackProb: number, readonly relatedEndpoints: ReadonlyArray<string>, readonly modelName: string, readonly createdAt: string, readonly updatedAt: string, readonly lastSeen: string, readonly techniques: ReadonlyArray<{ readonly id: string, readonly name: string | null }>, readonly assignee: { readonly id: string, readonly name: string } | null, readonly acknowledgeTarget: { readonly dueAt: string, readonly metAt: string | null } | null, readonly resolveTarget: { readonly dueAt: string, readonly metAt: string | null } | null }> } | null, readonly alertAccess: { readonly canChange: boolean } | null };

export type AlertPeopleQueryVariables = Exact<{
  tenantId?: string | null | undefined;
  search?: string | null | undefined;
  ids?: ReadonlyArray<string> | string | null | undefined;
}>;


export type AlertPeopleQuery = { readonly alertPeople: ReadonlyArray<{ readonly id: string, readonly name: string, readonly canTriage: boolean }> | null };

export type AlertSuppressionPreviewQueryVariables = Exact<{
  filter: AlertFilter;
  days: number;
}>;


export type AlertSuppressionPreviewQuery = { readonly alertSuppressionPreview: { readonly count: number, readonly alertsInPeriod: number, readonly severities: ReadonlyArray<{ readonly value: Severity, readonly count: number }>, readonly samples: ReadonlyArray<{ readonly id: string, readonly tenantId: string, readonly endpointId: string, readonly severity: Severity, readonly modelName: string, readonly createdAt: string }> } | null };

export type AlertSuppressionsQueryVariables = Exact<{
  isEnded?: boolean | null | undefined;
}>;


export type AlertSuppressionsQuery = { readonly alertSuppressions: ReadonlyArray<{ readonly id: string, readonly tenantId: string | null, readonly filter: string, readonly reason: string, readonly state: AlertSuppressionState, readonly startsAt: string, readonly endsAt: string | null, readonly endedAt: string | null, readonly endedBy: string | null, readonly openedCount: number, readonly suppressedCount: number, readonly error: string | null, readonly owner: { readonly id: string, readonly name: string } }> | null };

export type AlertViewsQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertViewsQuery = { readonly alertViews: ReadonlyArray<{ readonly id: string, readonly name: string, readonly parameters: string, readonly isShared: boolean, readonly tenantId: string | null, readonly isDefault: boolean, readonly canChange: boolean, readonly owner: { readonly id: string, readonly name: string } }> | null };

export type AssignAlertMutationVariables = Exact<{
  input: AssignAlertInput;
}>;


export type AssignAlertMutation = { readonly assignAlert: { readonly alert: { readonly id: string, readonly updatedAt: string, readonly assignee: { readonly name: string } | null } } | null };

export type AssignAlertsMutationVariables = Exact<{
  input: AssignAlertsInput;
}>;


export type AssignAlertsMutation = { readonly assignAlerts: { readonly changedCount: number, readonly results: ReadonlyArray<{ readonly id: string, readonly code: string | null, readonly message: string | null }> } | null };

export type AssignIncidentMutationVariables = Exact<{
  input: AssignIncidentInput;
}>;


export type AssignIncidentMutation = { readonly assignIncident: { readonly incident: { readonly id: string, readonly updatedAt: string } } | null };

export type AttackMatrixQueryVariables = Exact<{
  filter?: AlertFilter | null | undefined;
  includeEmpty: boolean;
}>;


export type AttackMatrixQuery = { readonly alerts: { readonly totalCount: number, readonly attackMatrix: { readonly version: string, readonly notice: string, readonly tactics: ReadonlyArray<{ readonly count: number, readonly tactic: { readonly id: string, readonly name: string }, readonly techniques: ReadonlyArray<{ readonly count: number, readonly technique: { readonly id: string, readonly name: string | null }, readonly subtechniques: ReadonlyArray<{ readonly count: number, readonly technique: { readonly id: string, readonly name: string | null } }> }> }>, readonly others: ReadonlyArray<{ readonly count: number, readonly technique: { readonly id: string, readonly name: string | null } }> } } | null };

export type BulkAlertChangeQueryVariables = Exact<{
  id: string;
  withSkipped: boolean;
}>;


export type BulkAlertChangeQuery = { readonly bulkAlertChange: { readonly id: string, readonly state: BulkAlertChangeState, readonly count: number, readonly changedCount: number, readonly conflictCount: number, readonly deletedCount: number, readonly remainingCount: number, readonly error: string | null, readonly skipped?: { readonly nodes: ReadonlyArray<{ readonly alertId: string, readonly reason: BulkAlertChangeSkipReason }> } } | null };

export type BulkAlertChangesQueryVariables = Exact<{
  first: number;
}>;


export type BulkAlertChangesQuery = { readonly bulkAlertChanges: ReadonlyArray<{ readonly id: string, readonly state: BulkAlertChangeState, readonly count: number, readonly changedCount: number, readonly conflictCount: number, readonly deletedCount: number, readonly remainingCount: number, readonly filter: string, readonly status: AlertStatus | null, readonly isTruePositive: boolean | null, readonly createdBy: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly error: string | null, readonly assignee: { readonly name: string } | null }> | null };

export type CancelBulkAlertChangeMutationVariables = Exact<{
  input: CancelBulkAlertChangeInput;
}>;


export type CancelBulkAlertChangeMutation = { readonly cancelBulkAlertChange: { readonly change: { readonly id: string, readonly state: BulkAlertChangeState, readonly count: number, readonly changedCount: number, readonly conflictCount: number, readonly deletedCount: number, readonly remainingCount: number, readonly error: string | null } } | null };

export type CancelPolicyBacktestMutationVariables = Exact<{
  input: CancelPolicyBacktestInput;
}>;


export type CancelPolicyBacktestMutation = { readonly cancelPolicyBacktest: { readonly backtest: { readonly id: string, readonly state: PolicyBacktestState } } | null };

export type ChangeAlertStatusesMutationVariables = Exact<{
  input: ChangeAlertStatusesInput;
}>;


export type ChangeAlertStatusesMutation = { readonly changeAlertStatuses: { readonly changedCount: number, readonly results: ReadonlyArray<{ readonly id: string, readonly code: string | null, readonly message: string | null, readonly alert: { readonly id: string, readonly status: AlertStatus } | null }> } | null };

export type CreateAlertViewMutationVariables = Exact<{
  input: CreateAlertViewInput;
}>;


export type CreateAlertViewMutation = { readonly createAlertView: { readonly view: { readonly id: string } } | null };

export type DeleteAlertViewMutationVariables = Exact<{
  input: DeleteAlertViewInput;
}>;


export type DeleteAlertViewMutation = { readonly deleteAlertView: { readonly id: string } | null };

export type EditAlertCommentMutationVariables = Exact<{
  input: EditAlertCommentInput;
}>;


export type EditAlertCommentMutation = { readonly editAlertComment: { readonly comment: { readonly id: string } } | null };

export type EndAlertSuppressionMutationVariables = Exact<{
  input: EndAlertSuppressionInput;
}>;


export type EndAlertSuppressionMutation = { readonly endAlertSuppression: { readonly suppression: { readonly id: string } } | null };

export type EndpointControllersQueryVariables = Exact<{
  tenantId: string;
  hostname: string;
}>;


export type EndpointControllersQuery = { readonly endpoint: { readonly controllers: ReadonlyArray<{ readonly guid: string, readonly lastHostname: string, readonly version: string, readonly lastContact: string }> | null } | null };

export type EndpointDomainQueryVariables = Exact<{
  tenantId: string;
  hostname: string;
}>;


export type EndpointDomainQuery = { readonly endpoint: { readonly domain: { readonly name: string, readonly unicodeName: string, readonly history: { readonly nodes: ReadonlyArray<{ readonly zone: string, readonly status: ObservationStatus, readonly data: string | null, readonly observedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean } } } | null } | null };

export type EndpointListQueryVariables = Exact<{
  filter?: EndpointFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EndpointListQuery = { readonly endpoints: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly tenantId: string, readonly hostname: string, readonly platform: Platform, readonly totalAlerts: number, readonly activeAlerts: number, readonly lastAlertTime: string | null }> } | null };

export type EndpointPageQueryVariables = Exact<{
  tenantId: string;
  hostname: string;
}>;


export type EndpointPageQuery = { readonly endpoint: { readonly tenantId: string, readonly hostname: string, readonly platform: Platform, readonly totalAlerts: number, readonly activeAlerts: number, readonly lastAlertTime: string | null } | null, readonly alerts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly severity: Severity, readonly status: AlertStatus, readonly attackProb: number, readonly lastSeen: string, readonly techniques: ReadonlyArray<{ readonly id: string, readonly name: string | null }> }> } | null };

export type EndpointRelationsQueryVariables = Exact<{
  tenantId: string;
  hostname: string;
  licenses: boolean;
  zones: boolean;
  drive: boolean;
}>;


export type EndpointRelationsQuery = { readonly endpoint: { readonly controllers?: ReadonlyArray<{ readonly guid: string, readonly lastHostname: string, readonly version: string, readonly lastContact: string }> | null, readonly domain?: { readonly name: string, readonly observations: ReadonlyArray<{ readonly status: ObservationStatus, readonly data: string | null, readonly observedAt: string }> } | null, readonly evidence?: ReadonlyArray<{ readonly notes: string, readonly linkedAt: string, readonly item: { readonly itemId: string, readonly siteId: string, readonly name: string, readonly path: string | null, readonly deletedAt: string | null } | null }> | null } | null };

export type EvidenceChoicesQueryVariables = Exact<{
  name: string;
}>;


export type EvidenceChoicesQuery = { readonly driveSites: ReadonlyArray<{ readonly siteId: string, readonly name: string, readonly foundItems: ReadonlyArray<{ readonly itemId: string, readonly siteId: string, readonly name: string, readonly path: string | null }> }> | null };

export type IncidentChangesSubscriptionVariables = Exact<{
  filter?: IncidentFilter | null | undefined;
}>;


export type IncidentChangesSubscription = { readonly incidentChanged: { readonly id: string } | null };

export type IncidentChoicesQueryVariables = Exact<{
  filter?: IncidentFilter | null | undefined;
}>;


export type IncidentChoicesQuery = { readonly incidents: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly tenantId: string }> } | null };

export type IncidentDetailQueryVariables = Exact<{
  id: string;
  alertsAfter?: string | null | undefined;
  timelineAfter?: string | null | undefined;
}>;


export type IncidentDetailQuery = { readonly incident: { readonly id: string, readonly tenantId: string, readonly title: string, readonly status: IncidentStatus, readonly severity: Severity | null, readonly updatedAt: string, readonly firstSeen: string | null, readonly lastSeen: string | null, readonly alertCount: number, readonly openAlertCount: number, readonly isAutomatic: boolean, readonly mergedInto: { readonly id: string } | null, readonly owner: { readonly id: string, readonly name: string } | null, readonly endpoints: ReadonlyArray<{ readonly value: string, readonly count: number }>, readonly techniques: ReadonlyArray<{ readonly value: string, readonly name: string | null, readonly count: number }>, readonly alerts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly endpointId: string, readonly severity: Severity, readonly status: AlertStatus, readonly lastSeen: string, readonly techniques: ReadonlyArray<{ readonly id: string, readonly name: string | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } }, readonly timeline: { readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly kind: IncidentEntryKind, readonly at: string, readonly alertCount: number, readonly before: string | null, readonly after: string | null, readonly body: string | null, readonly actor: { readonly name: string } | null, readonly incident: { readonly id: string, readonly title: string } | null, readonly other: { readonly id: string, readonly title: string } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type IncidentListQueryVariables = Exact<{
  filter?: IncidentFilter | null | undefined;
  orderBy?: IncidentOrderField | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type IncidentListQuery = { readonly incidents: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly tenantId: string, readonly title: string, readonly status: IncidentStatus, readonly severity: Severity | null, readonly updatedAt: string, readonly alertCount: number, readonly openAlertCount: number, readonly isAutomatic: boolean, readonly owner: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type IncidentTitleQueryVariables = Exact<{
  id: string;
}>;


export type IncidentTitleQuery = { readonly incident: { readonly title: string, readonly tenantId: string } | null };

export type LinkEvidenceMutationVariables = Exact<{
  input: LinkDriveEvidenceInput;
}>;


export type LinkEvidenceMutation = { readonly linkDriveEvidence: { readonly evidence: { readonly linkedAt: string } } | null };

export type MergeIncidentsMutationVariables = Exact<{
  input: MergeIncidentsInput;
}>;


export type MergeIncidentsMutation = { readonly mergeIncidents: { readonly incident: { readonly id: string, readonly title: string } } | null };

export type ModelPrecisionQueryVariables = Exact<{
  tenantId?: string | null | undefined;
}>;


export type ModelPrecisionQuery = { readonly modelPrecision: ReadonlyArray<{ readonly modelName: string, readonly verdicts: number, readonly truePositives: number, readonly falsePositives: number, readonly precision: number }> | null };

export type NewAlertIdsQueryVariables = Exact<{
  filter?: AlertFilter | null | undefined;
}>;


export type NewAlertIdsQuery = { readonly alerts: { readonly nodes: ReadonlyArray<{ readonly id: string }> } | null };

export type OpenIncidentMutationVariables = Exact<{
  input: OpenIncidentInput;
}>;


export type OpenIncidentMutation = { readonly openIncident: { readonly incident: { readonly id: string, readonly title: string } } | null };

export type PolicyBacktestQueryVariables = Exact<{
  id: string;
}>;


export type PolicyBacktestQuery = { readonly policyBacktest: { readonly id: string, readonly state: PolicyBacktestState, readonly days: number, readonly tenantIds: ReadonlyArray<string> | null, readonly modelName: string | null, readonly minThreshold: number, readonly dedupWindowSeconds: number, readonly suppressions: ReadonlyArray<string>, readonly currentMinThreshold: number, readonly currentDedupWindowSeconds: number, readonly inferenceCount: number, readonly processedCount: number, readonly leftOutAlertCount: number, readonly createdBy: string, readonly createdAt: string, readonly error: string | null, readonly counts: { readonly currentAlerts: number, readonly alertsWithPolicy: number, readonly avoided: number, readonly dropped: number, readonly added: number, readonly truePositivesLost: number, readonly falsePositivesAvoided: number, readonly currentSuppressed: number, readonly suppressedWithPolicy: number, readonly truePositivesSuppressed: number } | null, readonly groups: { readonly nodes: ReadonlyArray<{ readonly tenantId: string, readonly modelName: string, readonly severity: Severity, readonly counts: { readonly currentAlerts: number, readonly alertsWithPolicy: number, readonly avoided: number, readonly dropped: number, readonly added: number, readonly truePositivesLost: number, readonly falsePositivesAvoided: number, readonly currentSuppressed: number, readonly suppressedWithPolicy: number, readonly truePositivesSuppressed: number } }>, readonly pageInfo: { readonly hasNextPage: boolean } }, readonly samples: ReadonlyArray<{ readonly kind: PolicyBacktestSampleKind, readonly alertId: string, readonly tenantId: string, readonly endpointId: string, readonly modelName: string, readonly severity: Severity, readonly attackProb: number, readonly firstSeen: string, readonly inferenceCount: number }> } | null };

export type PolicyBacktestsQueryVariables = Exact<{ [key: string]: never; }>;


export type PolicyBacktestsQuery = { readonly policyBacktests: ReadonlyArray<{ readonly id: string, readonly state: PolicyBacktestState, readonly days: number, readonly tenantIds: ReadonlyArray<string> | null, readonly modelName: string | null, readonly minThreshold: number, readonly dedupWindowSeconds: number, readonly createdBy: string, readonly createdAt: string, readonly counts: { readonly currentAlerts: number, readonly alertsWithPolicy: number, readonly truePositivesLost: number } | null }> | null, readonly alertAccess: { readonly canChange: boolean } | null };

export type PreviewBulkAlertChangeMutationVariables = Exact<{
  input: PreviewBulkAlertChangeInput;
}>;


export type PreviewBulkAlertChangeMutation = { readonly previewBulkAlertChange: { readonly change: { readonly id: string, readonly state: BulkAlertChangeState, readonly count: number, readonly changedCount: number, readonly conflictCount: number, readonly deletedCount: number, readonly remainingCount: number, readonly error: string | null } } | null };

export type RemoveAlertsFromIncidentMutationVariables = Exact<{
  input: IncidentAlertsInput;
}>;


export type RemoveAlertsFromIncidentMutation = { readonly removeAlertsFromIncident: { readonly incident: { readonly id: string, readonly title: string } } | null };

export type ReplacedAlertSuppressionQueryVariables = Exact<{
  id: string;
}>;


export type ReplacedAlertSuppressionQuery = { readonly alertSuppression: { readonly suppressedCount: number } | null };

export type SetDefaultAlertViewMutationVariables = Exact<{
  input: SetDefaultAlertViewInput;
}>;


export type SetDefaultAlertViewMutation = { readonly setDefaultAlertView: { readonly view: { readonly id: string } | null } | null };

export type SplitIncidentMutationVariables = Exact<{
  input: SplitIncidentInput;
}>;


export type SplitIncidentMutation = { readonly splitIncident: { readonly incident: { readonly id: string, readonly title: string } } | null };

export type StartBulkAlertChangeMutationVariables = Exact<{
  input: StartBulkAlertChangeInput;
}>;


export type StartBulkAlertChangeMutation = { readonly startBulkAlertChange: { readonly change: { readonly id: string, readonly state: BulkAlertChangeState, readonly count: number, readonly changedCount: number, readonly conflictCount: number, readonly deletedCount: number, readonly remainingCount: number, readonly error: string | null } } | null };

export type StartPolicyBacktestMutationVariables = Exact<{
  input: StartPolicyBacktestInput;
}>;


export type StartPolicyBacktestMutation = { readonly startPolicyBacktest: { readonly backtest: { readonly id: string } } | null };

export type SubmitVerdictMutationVariables = Exact<{
  input: SubmitVerdictInput;
}>;


export type SubmitVerdictMutation = { readonly submitVerdict: { readonly isTruePositive: boolean, readonly alert: { readonly id: string, readonly status: AlertStatus, readonly updatedAt: string } } | null };

export type UnlinkEvidenceMutationVariables = Exact<{
  input: UnlinkDriveEvidenceInput;
}>;


export type UnlinkEvidenceMutation = { readonly unlinkDriveEvidence: { readonly alertId: string } | null };

export type UpdateAlertViewMutationVariables = Exact<{
  input: UpdateAlertViewInput;
}>;


export type UpdateAlertViewMutation = { readonly updateAlertView: { readonly view: { readonly id: string } } | null };

export type UpdateAlertMutationVariables = Exact<{
  input: UpdateAlertInput;
}>;


export type UpdateAlertMutation = { readonly updateAlert: { readonly alert: { readonly id: string, readonly status: AlertStatus, readonly updatedAt: string } } | null };

export type UpdateIncidentMutationVariables = Exact<{
  input: UpdateIncidentInput;
}>;


export type UpdateIncidentMutation = { readonly updateIncident: { readonly incident: { readonly id: string, readonly title: string, readonly updatedAt: string } } | null };

export type AddDriveSiteMutationVariables = Exact<{
  input: AddDriveSiteInput;
}>;


export type AddDriveSiteMutation = { readonly addDriveSite: { readonly subscriptionError: string | null, readonly site: { readonly id: string } } | null };

export type ChangeDriveMassChangeMutationVariables = Exact<{
  input: ChangeDriveMassChangeInput;
}>;


export type ChangeDriveMassChangeMutation = { readonly changeDriveMassChange: { readonly massChange: { readonly id: string, readonly state: DriveMassChangeState } } | null };

export type CreateDriveArchiveMutationVariables = Exact<{
  input: CreateDriveArchiveInput;
}>;


export type CreateDriveArchiveMutation = { readonly createDriveArchive: { readonly fileName: string, readonly link: string, readonly tree: { readonly change: number } } | null };

export type DriveChangesQueryVariables = Exact<{
  siteId: string;
  first: number;
  after?: string | null | undefined;
}>;


export type DriveChangesQuery = { readonly driveSite: { readonly changes: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly number: number, readonly kind: DriveChangeKind, readonly name: string, readonly previousName: string | null, readonly at: string, readonly item: { readonly path: string | null, readonly isFolder: boolean, readonly contentState: DriveContentState, readonly downloadError: string | null } | null }> } } | null };

export type DriveFilesQueryVariables = Exact<{
  siteId: string;
  name: string;
  contentState?: DriveContentState | null | undefined;
  hasMalware?: boolean | null | undefined;
  isExcluded?: boolean | null | undefined;
  first: number;
}>;


export type DriveFilesQuery = { readonly driveSite: { readonly foundItems: ReadonlyArray<{ readonly id: string, readonly siteId: string, readonly itemId: string, readonly name: string, readonly path: string | null, readonly size: number, readonly isFolder: boolean, readonly webUrl: string | null, readonly contentState: DriveContentState, readonly downloadError: string | null, readonly malware: string | null, readonly isExcluded: boolean, readonly modifiedAt: string | null, readonly modifiedBy: string | null, readonly alerts: ReadonlyArray<{ readonly id: string, readonly tenantId: string, readonly endpointId: string } | null> }> } | null };

export type DriveItemContentQueryVariables = Exact<{
  siteId: string;
  itemId: string;
}>;


export type DriveItemContentQuery = { readonly driveItem: { readonly text: { readonly state: DriveTextState, readonly reason: DriveUnreadableReason | null, readonly isCut: boolean, readonly excerpt: string | null } | null, readonly versions: ReadonlyArray<{ readonly change: number, readonly name: string, readonly size: number, readonly storedAt: string, readonly modifiedBy: string | null, readonly contentLink: string }> } | null };

export type DriveSearchQueryVariables = Exact<{
  query: string;
  scope?: DriveSearchScope | null | undefined;
  filter?: DriveSearchFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type DriveSearchQuery = { readonly driveSearch: { readonly storesText: boolean, readonly isBounded: boolean, readonly pendingExtractionCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly snippet: ReadonlyArray<{ readonly text: string, readonly isMatch: boolean }>, readonly item: { readonly id: string, readonly siteId: string, readonly itemId: string, readonly name: string, readonly path: string | null, readonly size: number, readonly isFolder: boolean, readonly webUrl: string | null, readonly contentState: DriveContentState, readonly modifiedAt: string | null, readonly modifiedBy: string | null, readonly site: { readonly hostname: string, readonly path: string } | null } | null }> } | null };

export type DriveStateQueryVariables = Exact<{ [key: string]: never; }>;


export type DriveStateQuery = { readonly driveStatus: { readonly isConnected: boolean, readonly reason: string | null, readonly missingPermissions: ReadonlyArray<DrivePermission>, readonly subscriptionHealth: DriveSubscriptionHealth, readonly lastError: string | null, readonly lastErrorAt: string | null, readonly lastSyncAt: string | null, readonly subscription: { readonly state: DriveSubscriptionState, readonly resource: string, readonly notificationUrl: string, readonly expiresAt: string | null, readonly lastNotificationAt: string | null, readonly lastError: string | null } | null, readonly receiver: { readonly accepted: number, readonly dropped: number }, readonly circuit: { readonly isOpen: boolean, readonly openUntil: string | null }, readonly counts: { readonly files: number, readonly folders: number, readonly storedFiles: number, readonly storedBytes: number, readonly pendingDownloads: number, readonly failedDownloads: number, readonly malwareFiles: number } } | null, readonly driveFollowedSites: { readonly nodes: ReadonlyArray<{ readonly site: { readonly siteId: string } | null }> } | null, readonly driveMassChanges: { readonly totalCount: number } | null, readonly driveSites: ReadonlyArray<{ readonly siteId: string, readonly name: string, readonly hostname: string, readonly path: string }> | null };

export type DriveSyncRunsQueryVariables = Exact<{
  siteId: string;
  first: number;
}>;


export type DriveSyncRunsQuery = { readonly driveSite: { readonly syncRuns: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly startedAt: string, readonly trigger: DriveSyncTrigger, readonly outcome: DriveSyncOutcome, readonly created: number, readonly changed: number, readonly deleted: number, readonly downloads: number, readonly failedDownloads: number, readonly error: string | null }> } } | null };

export type DriveSyncedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type DriveSyncedSubscription = { readonly driveSynced: { readonly number: number } | null };

export type DriveTreeQueryVariables = Exact<{
  siteId: string;
  at?: string | null | undefined;
  change?: number | null | undefined;
  folder: string;
  first: number;
  after?: string | null | undefined;
}>;


export type DriveTreeQuery = { readonly driveSite: { readonly name: string, readonly hostname: string, readonly path: string, readonly tree: { readonly change: number, readonly folder: string, readonly files: number, readonly folders: number, readonly bytes: number, readonly missingFiles: number, readonly entries: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly name: string, readonly path: string, readonly isFolder: boolean, readonly version: { readonly size: number, readonly modifiedAt: string | null, readonly modifiedBy: string | null, readonly contentLink: string } | null }> } } | null } | null };

export type DriveFollowedSitesQueryVariables = Exact<{
  first: number;
}>;


export type DriveFollowedSitesQuery = { readonly driveFollowedSites: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly hostname: string, readonly path: string, readonly library: string | null, readonly isOfSettings: boolean, readonly isPaused: boolean, readonly pollSeconds: number, readonly credentials: string | null, readonly filter: { readonly folders: ReadonlyArray<string>, readonly excludedFolders: ReadonlyArray<string>, readonly names: ReadonlyArray<string>, readonly excludedNames: ReadonlyArray<string>, readonly maxBytes: number | null } | null, readonly site: { readonly siteId: string } | null, readonly status: { readonly isConnected: boolean, readonly reason: string | null, readonly lastError: string | null, readonly lastSyncAt: string | null, readonly circuit: { readonly state: DriveCircuitState, readonly failures: number, readonly openUntil: string | null }, readonly counts: { readonly files: number, readonly storedFiles: number, readonly excludedFiles: number, readonly malwareFiles: number } } }> } | null };

export type DriveMassChangeQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
}>;


export type DriveMassChangeQuery = { readonly driveMassChange: { readonly id: string, readonly kind: DriveMassChangeKind, readonly state: DriveMassChangeState, readonly score: number, readonly reasons: ReadonlyArray<string>, readonly knownFiles: number, readonly beganAt: string, readonly noticedAt: string, readonly grownAt: string, readonly changedAt: string | null, readonly changedBy: string | null, readonly notes: string, readonly restoreChange: number, readonly site: { readonly siteId: string, readonly hostname: string, readonly path: string } | null, readonly effects: ReadonlyArray<{ readonly effect: DriveMassChangeEffect, readonly count: number }>, readonly alerts: ReadonlyArray<{ readonly id: string, readonly tenantId: string } | null>, readonly files: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly effect: DriveMassChangeEffect, readonly change: number, readonly previousName: string | null, readonly item: { readonly itemId: string, readonly name: string, readonly path: string | null } | null }> } } | null };

export type DriveMassChangesQueryVariables = Exact<{
  states?: ReadonlyArray<DriveMassChangeState> | DriveMassChangeState | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type DriveMassChangesQuery = { readonly driveMassChanges: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: DriveMassChangeKind, readonly state: DriveMassChangeState, readonly reasons: ReadonlyArray<string>, readonly noticedAt: string, readonly site: { readonly hostname: string, readonly path: string } | null, readonly effects: ReadonlyArray<{ readonly effect: DriveMassChangeEffect, readonly count: number }> }> } | null };

export type PauseDriveSiteMutationVariables = Exact<{
  input: DriveSiteInput;
}>;


export type PauseDriveSiteMutation = { readonly pauseDriveSite: { readonly site: { readonly id: string } } | null };

export type RemoveDriveSiteMutationVariables = Exact<{
  input: RemoveDriveSiteInput;
}>;


export type RemoveDriveSiteMutation = { readonly removeDriveSite: { readonly deletedItems: number, readonly evidenceItems: number, readonly subscriptionError: string | null } | null };

export type ResumeDriveSiteMutationVariables = Exact<{
  input: DriveSiteInput;
}>;


export type ResumeDriveSiteMutation = { readonly resumeDriveSite: { readonly site: { readonly id: string } } | null };

export type SyncDriveSiteMutationVariables = Exact<{
  input: DriveSiteInput;
}>;


export type SyncDriveSiteMutation = { readonly syncDriveSite: { readonly site: { readonly id: string } } | null };

export type DriveTreeTotalsQueryVariables = Exact<{
  siteId: string;
  change: number;
}>;


export type DriveTreeTotalsQuery = { readonly driveSite: { readonly tree: { readonly files: number, readonly folders: number, readonly bytes: number, readonly missingFiles: number } | null } | null };

export type UpdateDriveSiteMutationVariables = Exact<{
  input: UpdateDriveSiteInput;
}>;


export type UpdateDriveSiteMutation = { readonly updateDriveSite: { readonly site: { readonly id: string } } | null };

export type ControllerListQueryVariables = Exact<{
  filter?: ControllerFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ControllerListQuery = { readonly controllers: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly guid: string, readonly hostname: string, readonly lastHostname: string, readonly label: string, readonly department: string | null, readonly version: string, readonly os: string, readonly lastIpAddr: string | null, readonly lastContact: string, readonly registeredAt: string, readonly isBlacklisted: boolean, readonly leaseExpiresAt: string | null, readonly machineFileExpiresAt: string | null }> } | null };

export type LicenseChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type LicenseChangesSubscription = { readonly licenseChanged: { readonly seatsUsed: number } | null };

export type LicenseDocumentPreviewQueryVariables = Exact<{
  kind: LicenseDocumentKind;
  text?: string | null | undefined;
}>;


export type LicenseDocumentPreviewQuery = { readonly licenseDocumentPreview: { readonly problem: string | null, readonly version: number, readonly entryCount: number, readonly controllerCount: number, readonly affectedCount: number, readonly departments: ReadonlyArray<{ readonly department: string | null, readonly count: number }>, readonly license: { readonly seatsUsed: number, readonly seatsOver: number, readonly before: { readonly id: string, readonly customer: string, readonly cap: number, readonly expiresAt: string, readonly graceEndsAt: string, readonly entitlements: Readonly<Record<string, unknown>> } | null, readonly after: { readonly id: string, readonly customer: string, readonly cap: number, readonly expiresAt: string, readonly graceEndsAt: string, readonly entitlements: Readonly<Record<string, unknown>> } } | null, readonly changes: ReadonlyArray<{ readonly before: string, readonly after: string, readonly controller: { readonly guid: string, readonly lastHostname: string } | null }> } | null };

export type LicenseDocumentQueryVariables = Exact<{
  kind: LicenseDocumentKind;
}>;


export type LicenseDocumentQuery = { readonly licenseDocument: { readonly source: LicenseDocumentSource, readonly text: string | null, readonly version: number, readonly digest: string, readonly changedAt: string | null, readonly changedBy: string | null } | null };

export type LicenseHistoryQueryVariables = Exact<{
  since?: string | null | undefined;
  until?: string | null | undefined;
}>;


export type LicenseHistoryQuery = { readonly licenseHistory: { readonly since: string, readonly until: string, readonly intervalSeconds: number, readonly buckets: ReadonlyArray<{ readonly start: string, readonly seatsUsed: number | null, readonly seatsPeak: number | null, readonly cap: number | null, readonly departments: ReadonlyArray<{ readonly department: string | null, readonly seatsUsed: number }>, readonly versions: ReadonlyArray<{ readonly version: string, readonly seatsUsed: number }>, readonly rejections: ReadonlyArray<{ readonly cause: RejectionCause, readonly count: number }> }> } | null };

export type LicenseSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type LicenseSourcesQuery = { readonly license: { readonly source: LicenseDocumentSource, readonly path: string | null, readonly problem: string | null } | null, readonly blacklist: { readonly file: { readonly source: LicenseDocumentSource, readonly path: string | null, readonly problem: string | null }, readonly entries: { readonly totalCount: number } } | null, readonly departments: { readonly file: { readonly source: LicenseDocumentSource, readonly path: string | null, readonly problem: string | null }, readonly list: ReadonlyArray<{ readonly name: string }> } | null };

export type LicenseStatusQueryVariables = Exact<{ [key: string]: never; }>;


export type LicenseStatusQuery = { readonly license: { readonly state: LicenseState, readonly problem: string | null, readonly customer: string | null, readonly cap: number | null, readonly expiresAt: string | null, readonly leaseDays: number | null, readonly seatsUsed: number, readonly seatsLeft: number | null, readonly warnings: { readonly nodes: ReadonlyArray<{ readonly kind: LicenseWarningKind, readonly subject: string, readonly threshold: number | null, readonly since: string, readonly controller: { readonly lastHostname: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean } } } | null };

export type RejectionCountsQueryVariables = Exact<{
  since: string;
}>;


export type RejectionCountsQuery = { readonly rejections: ReadonlyArray<{ readonly endpoint: LicenseEndpoint, readonly cause: RejectionCause, readonly count: number }> | null };

export type ReleaseControllerMutationVariables = Exact<{
  guid: string;
}>;


export type ReleaseControllerMutation = { readonly releaseController: { readonly controller: { readonly guid: string } } | null };

export type ReplaceLicenseDocumentMutationVariables = Exact<{
  input: ReplaceLicenseDocumentInput;
}>;


export type ReplaceLicenseDocumentMutation = { readonly replaceLicenseDocument: { readonly document: { readonly source: LicenseDocumentSource, readonly version: number, readonly digest: string } } | null };

export type UsageConsistencyQueryVariables = Exact<{
  first: number;
  second: number;
}>;


export type UsageConsistencyQuery = { readonly usageLog: { readonly consistencyProof: { readonly path: ReadonlyArray<string> } } | null };

export type UsageInclusionQueryVariables = Exact<{
  position: number;
  size: number;
}>;


export type UsageInclusionQuery = { readonly usageLog: { readonly inclusionProof: { readonly path: ReadonlyArray<string> } } | null };

export type UsageLogQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  guid?: string | null | undefined;
}>;


export type UsageLogQuery = { readonly usageLog: { readonly size: number, readonly root: string, readonly at: string | null, readonly signedHead: { readonly text: string, readonly signature: string } | null, readonly entries: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly position: number, readonly at: string, readonly guid: string | null, readonly change: UsageChange, readonly expiresAt: string | null, readonly text: string, readonly checkIns: { readonly day: string, readonly controllers: number, readonly count: number } | null, readonly controller: { readonly lastHostname: string } | null }> } } | null };

export type AlertHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertHealthQuery = { readonly alertStore: { readonly status: string, readonly uptimeSeconds: number, readonly alertsCount: number } | null };

export type AlertOverviewQueryVariables = Exact<{
  all: AlertFilter;
  day: AlertFilter;
  week: AlertFilter;
  older: AlertFilter;
  missed: AlertFilter;
  soon: AlertFilter;
  mine: AlertFilter;
  unassigned: AlertFilter;
  new: AlertFilter;
  isPerson: boolean;
  tenantId?: string | null | undefined;
}>;


export type AlertOverviewQuery = { readonly all: { readonly totalCount: number, readonly facets: { readonly severity: ReadonlyArray<{ readonly value: Severity, readonly count: number }> } } | null, readonly day: { readonly totalCount: number, readonly facets: { readonly severity: ReadonlyArray<{ readonly value: Severity, readonly count: number }> } } | null, readonly week: { readonly totalCount: number, readonly facets: { readonly severity: ReadonlyArray<{ readonly value: Severity, readonly count: number }> } } | null, readonly older: { readonly totalCount: number, readonly facets: { readonly severity: ReadonlyArray<{ readonly value: Severity, readonly count: number }> } } | null, readonly missed: { readonly totalCount: number } | null, readonly soon: { readonly totalCount: number } | null, readonly mine?: { readonly totalCount: number } | null, readonly unassigned: { readonly totalCount: number } | null, readonly new: { readonly totalCount: number } | null, readonly modelPrecision: ReadonlyArray<{ readonly modelName: string, readonly verdicts: number, readonly precision: number }> | null };

export type BrandOverviewQueryVariables = Exact<{
  day: string;
}>;


export type BrandOverviewQuery = { readonly brands: ReadonlyArray<{ readonly id: string, readonly unicodeName: string, readonly tenantId: string | null, readonly days: ReadonlyArray<{ readonly found: number }> }> | null };

export type DriveHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type DriveHealthQuery = { readonly driveStatus: { readonly isConnected: boolean, readonly reason: string | null, readonly subscriptionHealth: DriveSubscriptionHealth, readonly lastSyncAt: string | null, readonly circuit: { readonly isOpen: boolean }, readonly counts: { readonly pendingDownloads: number, readonly failedDownloads: number } } | null, readonly driveMassChanges: { readonly totalCount: number } | null };

export type LicenseHealthQueryVariables = Exact<{
  silentSince: string;
}>;


export type LicenseHealthQuery = { readonly license: { readonly state: LicenseState, readonly problem: string | null, readonly cap: number | null, readonly seatsUsed: number, readonly expiresAt: string | null } | null, readonly silent: { readonly totalCount: number } | null };

export type MailHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type MailHealthQuery = { readonly waiting: { readonly totalCount: number } | null, readonly failed: { readonly totalCount: number } | null };

export type MessageHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type MessageHealthQuery = { readonly pending: { readonly totalCount: number } | null, readonly dead: { readonly totalCount: number } | null };

export type ResponseTimeOverviewQueryVariables = Exact<{
  filter: AlertFilter;
  by: ResponseTimesKey;
}>;


export type ResponseTimeOverviewQuery = { readonly alerts: { readonly responseTimes: ReadonlyArray<{ readonly severity: Severity | null, readonly tenantId: string | null, readonly modelName: string | null, readonly acknowledged: { readonly count: number, readonly meanSeconds: number, readonly p90Seconds: number } | null, readonly resolved: { readonly count: number, readonly meanSeconds: number, readonly p90Seconds: number } | null }> } | null };

export type ServiceOverviewQueryVariables = Exact<{
  silentSince: string;
  licenses: boolean;
  drive: boolean;
}>;


export type ServiceOverviewQuery = { readonly license?: { readonly state: LicenseState, readonly cap: number | null, readonly seatsUsed: number } | null, readonly silent?: { readonly totalCount: number } | null, readonly controllers?: { readonly totalCount: number } | null, readonly driveStatus?: { readonly isConnected: boolean, readonly lastSyncAt: string | null, readonly reason: string | null, readonly circuit: { readonly isOpen: boolean }, readonly counts: { readonly failedDownloads: number } } | null };

export type ZoneHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type ZoneHealthQuery = { readonly zones: ReadonlyArray<{ readonly lastImportAt: string }> | null, readonly zoneSources: ReadonlyArray<{ readonly zone: string, readonly state: ZoneSourceState, readonly error: string | null }> | null };

export type ViewerPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerPermissionsQuery = { readonly viewer: { readonly id: string, readonly permissions: ReadonlyArray<string> } | null };

export type AddBrandMutationVariables = Exact<{
  input: AddBrandInput;
}>;


export type AddBrandMutation = { readonly addBrand: { readonly brand: { readonly id: string, readonly unicodeName: string } } | null };

export type BrandHitListQueryVariables = Exact<{
  filter?: BrandHitFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BrandHitListQuery = { readonly brandHits: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly unicodeName: string, readonly zone: string, readonly kind: BrandHitKind, readonly distance: number, readonly status: BrandHitStatus, readonly isActive: boolean, readonly isAutoBlocked: boolean, readonly foundAt: string, readonly reopenedAt: string | null, readonly triagedAt: string | null, readonly triagedBy: string | null, readonly brand: { readonly id: string, readonly unicodeName: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type BrandListQueryVariables = Exact<{ [key: string]: never; }>;


export type BrandListQuery = { readonly brands: ReadonlyArray<{ readonly id: string, readonly unicodeName: string, readonly tenantId: string | null, readonly zones: ReadonlyArray<string> | null, readonly allowedNames: ReadonlyArray<string>, readonly isFull: boolean, readonly skippedCertificates: number, readonly hitCounts: { readonly open: number, readonly dismissed: number, readonly confirmed: number }, readonly days: ReadonlyArray<{ readonly date: string, readonly found: number, readonly reopened: number }>, readonly scan: { readonly namesRead: number, readonly namesTotal: number, readonly finishedAt: string | null } }> | null };

export type BulkRdapLookupsQueryVariables = Exact<{
  first: number;
}>;


export type BulkRdapLookupsQuery = { readonly bulkRdapLookups: ReadonlyArray<{ readonly id: string, readonly state: BulkRdapLookupState, readonly count: number, readonly createdBy: string, readonly createdAt: string, readonly finishedAt: string | null, readonly error: string | null, readonly progress: { readonly foundCount: number, readonly notFoundCount: number, readonly failedCount: number, readonly waitingCount: number, readonly resumesAt: string | null, readonly estimatedEndAt: string | null, readonly failures: ReadonlyArray<{ readonly reason: string, readonly count: number }>, readonly waits: ReadonlyArray<{ readonly server: string, readonly until: string, readonly message: string, readonly count: number }> } }> | null };

export type BulkRdapResultsQueryVariables = Exact<{
  id: string;
  statuses?: ReadonlyArray<BulkRdapResultStatus> | BulkRdapResultStatus | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type BulkRdapResultsQuery = { readonly bulkRdapLookup: { readonly id: string, readonly results: { readonly nodes: ReadonlyArray<{ readonly domain: string, readonly status: BulkRdapResultStatus, readonly reason: string | null, readonly message: string | null, readonly fetchedAt: string | null, readonly dossier: { readonly statuses: ReadonlyArray<string>, readonly nameservers: ReadonlyArray<string>, readonly dnssec: boolean | null, readonly registrar: { readonly name: string | null, readonly ianaId: string | null }, readonly lifecycle: { readonly registered: string | null, readonly expires: string | null, readonly lastChanged: string | null }, readonly abuseContacts: ReadonlyArray<{ readonly email: string | null }> } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type BulkRegistrationListQueryVariables = Exact<{
  zone?: string | null | undefined;
  nameserver?: string | null | undefined;
  search?: string | null | undefined;
  kinds?: ReadonlyArray<BulkRegistrationKind> | BulkRegistrationKind | null | undefined;
  minSize?: number | null | undefined;
  minScore?: number | null | undefined;
  start?: string | null | undefined;
  end?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BulkRegistrationListQuery = { readonly bulkRegistrations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly day: string, readonly zone: string, readonly kind: BulkRegistrationKind, readonly pattern: string, readonly size: number, readonly score: number, readonly registrations: number, readonly usualRegistrations: number | null, readonly nameservers: ReadonlyArray<string> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type BulkRegistrationQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BulkRegistrationQuery = { readonly node:
    | { readonly id: string, readonly day: string, readonly zone: string, readonly kind: BulkRegistrationKind, readonly pattern: string, readonly size: number, readonly expectedSize: number, readonly similarity: number, readonly score: number, readonly registrations: number, readonly usualRegistrations: number | null, readonly nameservers: ReadonlyArray<string>, readonly firstSeenAt: string, readonly lastSeenAt: string, readonly names: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly unicodeName: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } }
    | Record<PropertyKey, never>
   | null };

export type CancelBulkRdapLookupMutationVariables = Exact<{
  input: CancelBulkRdapLookupInput;
}>;


export type CancelBulkRdapLookupMutation = { readonly cancelBulkRdapLookup: { readonly lookup: { readonly id: string, readonly state: BulkRdapLookupState } } | null };

export type ConfirmEmailMutationVariables = Exact<{
  input: ConfirmEmailInput;
}>;


export type ConfirmEmailMutation = { readonly confirmEmail: { readonly username: string, readonly email: string } | null };

export type DomainBulkRegistrationQueryVariables = Exact<{
  name: string;
}>;


export type DomainBulkRegistrationQuery = { readonly domain: { readonly bulkRegistration: { readonly id: string, readonly day: string, readonly kind: BulkRegistrationKind, readonly pattern: string, readonly size: number, readonly score: number } | null } | null };

export type DomainControllersQueryVariables = Exact<{
  name: string;
  first: number;
}>;


export type DomainControllersQuery = { readonly domain: { readonly controllers: ReadonlyArray<{ readonly guid: string, readonly lastHostname: string, readonly version: string, readonly lastContact: string }> | null } | null };

export type DomainDossierQueryVariables = Exact<{
  domain: string;
}>;


export type DomainDossierQuery = { readonly rdapDossier: { readonly source: string, readonly statuses: ReadonlyArray<string>, readonly nameservers: ReadonlyArray<string>, readonly dnssec: boolean | null, readonly redacted: ReadonlyArray<string>, readonly fetchedAt: string, readonly cached: boolean, readonly registrar: { readonly name: string | null, readonly ianaId: string | null }, readonly lifecycle: { readonly registered: string | null, readonly expires: string | null, readonly lastChanged: string | null, readonly transferred: string | null }, readonly abuseContacts: ReadonlyArray<{ readonly email: string | null, readonly phone: string | null }> } | null };

export type DomainEndpointsQueryVariables = Exact<{
  name: string;
  first: number;
}>;


export type DomainEndpointsQuery = { readonly domain: { readonly endpoints: ReadonlyArray<{ readonly tenantId: string, readonly hostname: string, readonly platform: Platform, readonly totalAlerts: number, readonly activeAlerts: number, readonly lastAlertTime: string | null }> | null } | null };

export type DomainPageQueryVariables = Exact<{
  name: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DomainPageQuery = { readonly domain: { readonly name: string, readonly unicodeName: string, readonly observations: ReadonlyArray<{ readonly zone: string, readonly status: ObservationStatus, readonly data: string | null, readonly observedAt: string }>, readonly history: { readonly nodes: ReadonlyArray<{ readonly zone: string, readonly status: ObservationStatus, readonly data: string | null, readonly observedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type DomainTimelineQueryVariables = Exact<{
  name: string;
  first: number;
  after?: string | null | undefined;
}>;


export type DomainTimelineQuery = { readonly domain: { readonly timeline: { readonly nodes: ReadonlyArray<{ readonly kind: DomainEventKind, readonly occurredAt: string, readonly zone: string | null, readonly before: ReadonlyArray<string>, readonly after: ReadonlyArray<string>, readonly brand: string | null, readonly actor: string | null, readonly note: string | null, readonly certificate: { readonly name: string, readonly issuer: string } | null, readonly alert: { readonly id: string } | null, readonly changes: ReadonlyArray<{ readonly field: RdapField, readonly before: ReadonlyArray<string>, readonly after: ReadonlyArray<string> }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type DomainWatchesQueryVariables = Exact<{
  domain: string;
}>;


export type DomainWatchesQuery = { readonly rdapWatches: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly domain: string, readonly tenantId: string | null, readonly intervalHours: number, readonly lookedUpAt: string | null, readonly nextLookupAt: string | null, readonly error: string | null, readonly versionCount: number, readonly versions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly fetchedAt: string, readonly changes: ReadonlyArray<{ readonly field: RdapField, readonly before: ReadonlyArray<string>, readonly after: ReadonlyArray<string> }> | null }> } }> } | null };

export type LookAlikesQueryVariables = Exact<{
  brand: string;
  zones?: ReadonlyArray<string> | string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type LookAlikesQuery = { readonly lookAlikes: { readonly nodes: ReadonlyArray<{ readonly unicodeName: string, readonly zone: string, readonly kind: LookAlikeKind, readonly activeSince: string, readonly domain: { readonly name: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type NameserverDomainsQueryVariables = Exact<{
  nameservers: ReadonlyArray<string> | string;
  first: number;
  after?: string | null | undefined;
}>;


export type NameserverDomainsQuery = { readonly nameserverDomains: { readonly nodes: ReadonlyArray<{ readonly domain: string, readonly since: string, readonly nameservers: ReadonlyArray<string> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ObservationSearchQueryVariables = Exact<{
  zone: string;
  search?: string | null | undefined;
  start?: string | null | undefined;
  end?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ObservationSearchQuery = { readonly observations: { readonly nodes: ReadonlyArray<{ readonly domain: string, readonly zone: string, readonly status: ObservationStatus, readonly data: string | null, readonly observedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type PolicyZoneListQueryVariables = Exact<{ [key: string]: never; }>;


export type PolicyZoneListQuery = { readonly policyZones: ReadonlyArray<{ readonly name: string, readonly tenantId: string | null, readonly key: string | null, readonly host: string, readonly port: number, readonly serial: number | null, readonly changedAt: string | null, readonly nameCount: number, readonly rejectedQueries: number, readonly lastRejection: string | null, readonly clients: ReadonlyArray<{ readonly address: string, readonly state: PolicyZoneClientState, readonly serial: number, readonly transferredAt: string, readonly requestedAt: string, readonly fullTransfers: number, readonly incrementalTransfers: number }>, readonly secondaries: ReadonlyArray<{ readonly address: string, readonly port: number, readonly state: PolicyZoneSecondaryState, readonly hasTransferred: boolean, readonly confirmedSerial: number | null, readonly error: string | null, readonly notifiedAt: string | null }> }> | null };

export type RdapChangesQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type RdapChangesQuery = { readonly rdapWatch: { readonly id: string, readonly changes: ReadonlyArray<{ readonly field: RdapField, readonly before: ReadonlyArray<string>, readonly after: ReadonlyArray<string> }> } | null };

export type RdapWatchListQueryVariables = Exact<{
  search?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type RdapWatchListQuery = { readonly rdapWatches: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly domain: string, readonly tenantId: string | null, readonly intervalHours: number, readonly lookedUpAt: string | null, readonly nextLookupAt: string | null, readonly error: string | null, readonly versionCount: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RemoveBrandMutationVariables = Exact<{
  input: RemoveBrandInput;
}>;


export type RemoveBrandMutation = { readonly removeBrand: { readonly id: string } | null };

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type ResetPasswordMutation = { readonly resetPassword: { readonly username: string, readonly revokedKeys: number } | null };

export type StartBulkRdapLookupMutationVariables = Exact<{
  input: StartBulkRdapLookupInput;
}>;


export type StartBulkRdapLookupMutation = { readonly startBulkRdapLookup: { readonly duplicateCount: number, readonly lookup: { readonly id: string, readonly count: number } | null, readonly invalid: ReadonlyArray<{ readonly line: number, readonly name: string, readonly message: string }> } | null };

export type TriageBrandHitsMutationVariables = Exact<{
  input: TriageBrandHitsInput;
}>;


export type TriageBrandHitsMutation = { readonly triageBrandHits: { readonly hits: ReadonlyArray<{ readonly id: string, readonly status: BrandHitStatus }> } | null };

export type UnwatchDomainMutationVariables = Exact<{
  input: UnwatchDomainInput;
}>;


export type UnwatchDomainMutation = { readonly unwatchDomain: { readonly id: string } | null };

export type WatchDomainMutationVariables = Exact<{
  input: WatchDomainInput;
}>;


export type WatchDomainMutation = { readonly watchDomain: { readonly watch: { readonly id: string, readonly domain: string } } | null };

export type ZoneImportsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ZoneImportsQuery = { readonly zoneImports: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly zone: string, readonly outcome: ZoneImportOutcome, readonly reason: string | null, readonly at: string, readonly endedAt: string, readonly domains: number, readonly addedDomains: number, readonly removedDomains: number, readonly changedDomains: number }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null };

export type ZoneListQueryVariables = Exact<{ [key: string]: never; }>;


export type ZoneListQuery = { readonly zones: ReadonlyArray<{ readonly name: string, readonly file: string, readonly domains: number, readonly observations: number, readonly lastImportAt: string }> | null };

export type ZoneSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type ZoneSourcesQuery = { readonly zoneSources: ReadonlyArray<{ readonly zone: string, readonly origin: string, readonly state: ZoneSourceState, readonly isPulling: boolean, readonly error: string | null, readonly serial: number | null, readonly currentAt: string | null, readonly lastAttemptAt: string | null, readonly nextAttemptAt: string | null }> | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const AccountListDocument = new TypedDocumentString(`
    query AccountList($filter: AccountFilter, $first: Int, $after: String) {
  accounts(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
      username
      email
      emailConfirmed
      status
      createdAt
      subscription {
        tier
        status
        expiresAt
      }
      quota {
        limit
        used
      }
      keys {
        name
        prefix
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AccountListQuery, AccountListQueryVariables>;
export const AddMirrorClientDocument = new TypedDocumentString(`
    mutation AddMirrorClient($input: AddMirrorClientInput!) {
  addMirrorClient(input: $input) {
    client {
      id
      name
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<AddMirrorClientMutation, AddMirrorClientMutationVariables>;
export const ApproveAccountDocument = new TypedDocumentString(`
    mutation ApproveAccount($input: AccountDecisionInput!, $allowUnconfirmedEmail: Boolean) {
  approveAccount(input: $input, allowUnconfirmedEmail: $allowUnconfirmedEmail) {
    isFirst
  }
}
    `) as unknown as TypedDocumentString<ApproveAccountMutation, ApproveAccountMutationVariables>;
export const AuditEntryListDocument = new TypedDocumentString(`
    query AuditEntryList($filter: AuditFilter, $first: Int, $after: String) {
  auditEntries(filter: $filter, first: $first, after: $after) {
    nodes {
      id
      sequence
      hash
      at
      actor {
        kind
        id
        name
      }
      via
      sourceAddress
      action
      objects
      tenantId
      before
      after
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AuditEntryListQuery, AuditEntryListQueryVariables>;
export const CreateNotificationRuleDocument = new TypedDocumentString(`
    mutation CreateNotificationRule($input: CreateNotificationRuleInput!) {
  createNotificationRule(input: $input) {
    rule {
      id
      name
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateNotificationRuleMutation, CreateNotificationRuleMutationVariables>;
export const CreateOperatorTokenDocument = new TypedDocumentString(`
    mutation CreateOperatorToken($input: CreateOperatorTokenInput!) {
  createOperatorToken(input: $input) {
    token {
      id
      name
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateOperatorTokenMutation, CreateOperatorTokenMutationVariables>;
export const DeleteNotificationRuleDocument = new TypedDocumentString(`
    mutation DeleteNotificationRule($input: NotificationRuleInput!) {
  deleteNotificationRule(input: $input) {
    rule {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteNotificationRuleMutation, DeleteNotificationRuleMutationVariables>;
export const MailListDocument = new TypedDocumentString(`
    query MailList($status: MailStatus, $first: Int, $after: String) {
  mails(status: $status, first: $first, after: $after) {
    totalCount
    nodes {
      id
      uuid
      kind
      recipient
      status
      createdAt
      attempts
      nextAttemptAt
      finishedAt
      lastError
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<MailListQuery, MailListQueryVariables>;
export const MirrorClientListDocument = new TypedDocumentString(`
    query MirrorClientList($filter: MirrorClientFilter, $first: Int!, $after: String) {
  mirrorClients(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
      name
      createdAt
      lastTokenAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<MirrorClientListQuery, MirrorClientListQueryVariables>;
export const NotificationDeliveryListDocument = new TypedDocumentString(`
    query NotificationDeliveryList($filter: NotificationDeliveryFilter, $first: Int, $after: String) {
  notificationDeliveries(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
      ruleId
      ruleName
      kind
      title
      status
      attempts
      lastError
      queuedAt
      attemptedAt
      retryAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationDeliveryListQuery, NotificationDeliveryListQueryVariables>;
export const NotificationRuleListDocument = new TypedDocumentString(`
    query NotificationRuleList($filter: NotificationRuleFilter, $first: Int, $after: String) {
  notificationRules(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
      name
      tenantId
      kinds
      conditions {
        field
        values
      }
      target
      address
      throttle {
        max
        periodSeconds
      }
      quietHours {
        from
        to
        timeZone
      }
      isEnabled
      disabledReason
      pending
      dead
      held
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationRuleListQuery, NotificationRuleListQueryVariables>;
export const OperatorTokenListDocument = new TypedDocumentString(`
    query OperatorTokenList($filter: OperatorTokenFilter, $first: Int, $after: String) {
  operatorTokens(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
      name
      prefix
      role
      tenants
      status
      createdAt
      expiresAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<OperatorTokenListQuery, OperatorTokenListQueryVariables>;
export const PersonListDocument = new TypedDocumentString(`
    query PersonList($filter: PersonFilter, $first: Int, $after: String) {
  people(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
      name
      email
      provider
      issuer
      subject
      role
      tenants
      firstSignInAt
      lastSignInAt
      openSessions
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<PersonListQuery, PersonListQueryVariables>;
export const RejectAccountDocument = new TypedDocumentString(`
    mutation RejectAccount($input: AccountDecisionInput!) {
  rejectAccount(input: $input) {
    account {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RejectAccountMutation, RejectAccountMutationVariables>;
export const RemoveMirrorClientDocument = new TypedDocumentString(`
    mutation RemoveMirrorClient($input: RemoveMirrorClientInput!) {
  removeMirrorClient(input: $input) {
    client {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveMirrorClientMutation, RemoveMirrorClientMutationVariables>;
export const ResendNotificationsDocument = new TypedDocumentString(`
    mutation ResendNotifications($input: ResendNotificationsInput!) {
  resendNotifications(input: $input) {
    resent
  }
}
    `) as unknown as TypedDocumentString<ResendNotificationsMutation, ResendNotificationsMutationVariables>;
export const RetryMailDocument = new TypedDocumentString(`
    mutation RetryMail($input: RetryMailInput!) {
  retryMail(input: $input) {
    mail {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<RetryMailMutation, RetryMailMutationVariables>;
export const RevokeApiKeyDocument = new TypedDocumentString(`
    mutation RevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    account {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const RevokeOperatorTokenDocument = new TypedDocumentString(`
    mutation RevokeOperatorToken($input: RevokeOperatorTokenInput!) {
  revokeOperatorToken(input: $input) {
    token {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeOperatorTokenMutation, RevokeOperatorTokenMutationVariables>;
export const RevokeSessionDocument = new TypedDocumentString(`
    mutation RevokeSession($input: RevokeSessionInput!) {
  revokeSession(input: $input) {
    sessions {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeSessionMutation, RevokeSessionMutationVariables>;
export const RevokeSessionsOfPersonDocument = new TypedDocumentString(`
    mutation RevokeSessionsOfPerson($input: RevokeSessionsOfPersonInput!) {
  revokeSessionsOfPerson(input: $input) {
    sessions {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeSessionsOfPersonMutation, RevokeSessionsOfPersonMutationVariables>;
export const RotateNotificationSecretDocument = new TypedDocumentString(`
    mutation RotateNotificationSecret($input: RotateNotificationSecretInput!) {
  rotateNotificationSecret(input: $input) {
    rule {
      id
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<RotateNotificationSecretMutation, RotateNotificationSecretMutationVariables>;
export const SendTestNotificationDocument = new TypedDocumentString(`
    mutation SendTestNotification($input: NotificationRuleInput!) {
  sendTestNotification(input: $input) {
    delivery {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SendTestNotificationMutation, SendTestNotificationMutationVariables>;
export const SessionListDocument = new TypedDocumentString(`
    query SessionList($filter: SessionFilter, $first: Int, $after: String) {
  sessions(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
      name
      role
      tenants
      provider
      sourceAddress
      createdAt
      lastUsedAt
      expiresAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<SessionListQuery, SessionListQueryVariables>;
export const SetOperatorTokenExpirationDocument = new TypedDocumentString(`
    mutation SetOperatorTokenExpiration($input: SetOperatorTokenExpirationInput!) {
  setOperatorTokenExpiration(input: $input) {
    token {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SetOperatorTokenExpirationMutation, SetOperatorTokenExpirationMutationVariables>;
export const SetSubscriptionDocument = new TypedDocumentString(`
    mutation SetSubscription($input: SetSubscriptionInput!) {
  setSubscription(input: $input) {
    account {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SetSubscriptionMutation, SetSubscriptionMutationVariables>;
export const SuspendAccountDocument = new TypedDocumentString(`
    mutation SuspendAccount($input: AccountDecisionInput!) {
  suspendAccount(input: $input) {
    account {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SuspendAccountMutation, SuspendAccountMutationVariables>;
export const UpdateNotificationRuleDocument = new TypedDocumentString(`
    mutation UpdateNotificationRule($input: UpdateNotificationRuleInput!) {
  updateNotificationRule(input: $input) {
    rule {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateNotificationRuleMutation, UpdateNotificationRuleMutationVariables>;
export const AddAlertCommentDocument = new TypedDocumentString(`
    mutation AddAlertComment($input: AddAlertCommentInput!) {
  addAlertComment(input: $input) {
    comment {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AddAlertCommentMutation, AddAlertCommentMutationVariables>;
export const AddAlertSuppressionDocument = new TypedDocumentString(`
    mutation AddAlertSuppression($input: AddAlertSuppressionInput!) {
  addAlertSuppression(input: $input) {
    suppression {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AddAlertSuppressionMutation, AddAlertSuppressionMutationVariables>;
export const AddAlertsToIncidentDocument = new TypedDocumentString(`
    mutation AddAlertsToIncident($input: IncidentAlertsInput!) {
  addAlertsToIncident(input: $input) {
    incident {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<AddAlertsToIncidentMutation, AddAlertsToIncidentMutationVariables>;
export const AddIncidentCommentDocument = new TypedDocumentString(`
    mutation AddIncidentComment($input: AddIncidentCommentInput!) {
  addIncidentComment(input: $input) {
    incident {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<AddIncidentCommentMutation, AddIncidentCommentMutationVariables>;
export const AlertChangesDocument = new TypedDocumentString(`
    subscription AlertChanges($filter: AlertFilter) {
  alertChanged(filter: $filter) {
    id
    createdAt
  }
}
    `) as unknown as TypedDocumentString<AlertChangesSubscription, AlertChangesSubscriptionVariables>;
export const AlertDetailDocument = new TypedDocumentString(`
    query AlertDetail($id: ID!) {
  alert(id: $id) {
    id
    tenantId
    endpointId
    severity
    status
    isSuppressed
    suppressions {
      id
      reason
    }
    platform
    attackProb
    confidence
    prediction
    techniques {
      id
      name
      tactics {
        name
      }
      parent {
        name
      }
    }
    ttpExplanation
    inferenceIds
    relatedEndpoints
    firstSeen
    lastSeen
    createdAt
    updatedAt
    notes
    modelName
    numNodes
    numEdges
    endpoint {
      totalAlerts
      activeAlerts
    }
    relatedAlerts(first: 20) {
      id
      endpointId
      severity
      status
      attackProb
      firstSeen
      lastSeen
    }
    transitions {
      at
      fromStatus
      toStatus
      caller
      statedActor
      notes
      via
    }
    assignee {
      id
      name
    }
    acknowledgeTarget {
      dueAt
      metAt
    }
    resolveTarget {
      dueAt
      metAt
    }
    comments {
      id
      author {
        id
        name
      }
      createdAt
      editedAt
      body
      versions {
        version
        at
        body
      }
    }
    incident {
      id
      title
      status
    }
    assignments {
      at
      to {
        name
      }
      caller
      via
    }
    verdicts {
      at
      isTruePositive
      caller
      statedActor
      notes
      via
    }
  }
  alertAccess {
    canChange
  }
}
    `) as unknown as TypedDocumentString<AlertDetailQuery, AlertDetailQueryVariables>;
export const AlertEvidenceDocument = new TypedDocumentString(`
    query AlertEvidence($id: ID!) {
  alert(id: $id) {
    evidence {
      notes
      actor
      linkedAt
      item {
        itemId
        siteId
        name
        path
        webUrl
        deletedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AlertEvidenceQuery, AlertEvidenceQueryVariables>;
export const AlertFacetsDocument = new TypedDocumentString(`
    query AlertFacets($filter: AlertFilter) {
  alerts(filter: $filter, first: 1) {
    facets {
      severity {
        value
        count
      }
      status {
        value
        count
      }
      platform {
        value
        count
      }
      technique {
        value
        name
        count
      }
      endpoint {
        value
        tenantId
        count
      }
      model {
        value
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AlertFacetsQuery, AlertFacetsQueryVariables>;
export const AlertFilterValuesDocument = new TypedDocumentString(`
    query AlertFilterValues($field: AlertFilterField!, $search: String) {
  alertFilterValues(field: $field, search: $search) {
    value
    name
  }
}
    `) as unknown as TypedDocumentString<AlertFilterValuesQuery, AlertFilterValuesQueryVariables>;
export const AlertHistogramDocument = new TypedDocumentString(`
    query AlertHistogram($filter: AlertFilter, $intervalSeconds: Int) {
  alerts(filter: $filter, first: 1) {
    histogram(intervalSeconds: $intervalSeconds) {
      start
      severity {
        value
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AlertHistogramQuery, AlertHistogramQueryVariables>;
export const AlertListDocument = new TypedDocumentString(`
    query AlertList($filter: AlertFilter, $orderBy: AlertOrder, $first: Int, $after: String, $last: Int, $before: String) {
  alerts(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    totalCount
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    nodes {
      id
      tenantId
      endpointId
      severity
      status
      isSuppressed
      platform
      attackProb
      techniques {
        id
        name
      }
      relatedEndpoints
      modelName
      createdAt
      updatedAt
      lastSeen
      assignee {
        id
        name
      }
      acknowledgeTarget {
        dueAt
        metAt
      }
      resolveTarget {
        dueAt
        metAt
      }
    }
  }
  alertAccess {
    canChange
  }
}
    `) as unknown as TypedDocumentString<AlertListQuery, AlertListQueryVariables>;
export const AlertPeopleDocument = new TypedDocumentString(`
    query AlertPeople($tenantId: ID, $search: String, $ids: [ID!]) {
  alertPeople(tenantId: $tenantId, search: $search, ids: $ids, first: 100) {
    id
    name
    canTriage
  }
}
    `) as unknown as TypedDocumentString<AlertPeopleQuery, AlertPeopleQueryVariables>;
export const AlertSuppressionPreviewDocument = new TypedDocumentString(`
    query AlertSuppressionPreview($filter: AlertFilter!, $days: Int!) {
  alertSuppressionPreview(filter: $filter, days: $days) {
    count
    alertsInPeriod
    severities {
      value
      count
    }
    samples {
      id
      tenantId
      endpointId
      severity
      modelName
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<AlertSuppressionPreviewQuery, AlertSuppressionPreviewQueryVariables>;
export const AlertSuppressionsDocument = new TypedDocumentString(`
    query AlertSuppressions($isEnded: Boolean) {
  alertSuppressions(isEnded: $isEnded, first: 1000) {
    id
    tenantId
    filter
    reason
    state
    owner {
      id
      name
    }
    startsAt
    endsAt
    endedAt
    endedBy
    openedCount
    suppressedCount
    error
  }
}
    `) as unknown as TypedDocumentString<AlertSuppressionsQuery, AlertSuppressionsQueryVariables>;
export const AlertViewsDocument = new TypedDocumentString(`
    query AlertViews {
  alertViews {
    id
    name
    parameters
    isShared
    tenantId
    isDefault
    canChange
    owner {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<AlertViewsQuery, AlertViewsQueryVariables>;
export const AssignAlertDocument = new TypedDocumentString(`
    mutation AssignAlert($input: AssignAlertInput!) {
  assignAlert(input: $input) {
    alert {
      id
      updatedAt
      assignee {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AssignAlertMutation, AssignAlertMutationVariables>;
export const AssignAlertsDocument = new TypedDocumentString(`
    mutation AssignAlerts($input: AssignAlertsInput!) {
  assignAlerts(input: $input) {
    results {
      id
      code
      message
    }
    changedCount
  }
}
    `) as unknown as TypedDocumentString<AssignAlertsMutation, AssignAlertsMutationVariables>;
export const AssignIncidentDocument = new TypedDocumentString(`
    mutation AssignIncident($input: AssignIncidentInput!) {
  assignIncident(input: $input) {
    incident {
      id
      updatedAt
    }
  }
}
    `) as unknown as TypedDocumentString<AssignIncidentMutation, AssignIncidentMutationVariables>;
export const AttackMatrixDocument = new TypedDocumentString(`
    query AttackMatrix($filter: AlertFilter, $includeEmpty: Boolean!) {
  alerts(filter: $filter, first: 1) {
    totalCount
    attackMatrix(includeEmpty: $includeEmpty) {
      version
      notice
      tactics {
        tactic {
          id
          name
        }
        count
        techniques {
          technique {
            id
            name
          }
          count
          subtechniques {
            technique {
              id
              name
            }
            count
          }
        }
      }
      others {
        technique {
          id
          name
        }
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AttackMatrixQuery, AttackMatrixQueryVariables>;
export const BulkAlertChangeDocument = new TypedDocumentString(`
    query BulkAlertChange($id: ID!, $withSkipped: Boolean!) {
  bulkAlertChange(id: $id) {
    id
    state
    count
    changedCount
    conflictCount
    deletedCount
    remainingCount
    error
    skipped(first: 20) @include(if: $withSkipped) {
      nodes {
        alertId
        reason
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BulkAlertChangeQuery, BulkAlertChangeQueryVariables>;
export const BulkAlertChangesDocument = new TypedDocumentString(`
    query BulkAlertChanges($first: Int!) {
  bulkAlertChanges(first: $first) {
    id
    state
    count
    changedCount
    conflictCount
    deletedCount
    remainingCount
    filter
    status
    isTruePositive
    assignee {
      name
    }
    createdBy
    startedAt
    finishedAt
    error
  }
}
    `) as unknown as TypedDocumentString<BulkAlertChangesQuery, BulkAlertChangesQueryVariables>;
export const CancelBulkAlertChangeDocument = new TypedDocumentString(`
    mutation CancelBulkAlertChange($input: CancelBulkAlertChangeInput!) {
  cancelBulkAlertChange(input: $input) {
    change {
      id
      state
      count
      changedCount
      conflictCount
      deletedCount
      remainingCount
      error
    }
  }
}
    `) as unknown as TypedDocumentString<CancelBulkAlertChangeMutation, CancelBulkAlertChangeMutationVariables>;
export const CancelPolicyBacktestDocument = new TypedDocumentString(`
    mutation CancelPolicyBacktest($input: CancelPolicyBacktestInput!) {
  cancelPolicyBacktest(input: $input) {
    backtest {
      id
      state
    }
  }
}
    `) as unknown as TypedDocumentString<CancelPolicyBacktestMutation, CancelPolicyBacktestMutationVariables>;
export const ChangeAlertStatusesDocument = new TypedDocumentString(`
    mutation ChangeAlertStatuses($input: ChangeAlertStatusesInput!) {
  changeAlertStatuses(input: $input) {
    results {
      id
      alert {
        id
        status
      }
      code
      message
    }
    changedCount
  }
}
    `) as unknown as TypedDocumentString<ChangeAlertStatusesMutation, ChangeAlertStatusesMutationVariables>;
export const CreateAlertViewDocument = new TypedDocumentString(`
    mutation CreateAlertView($input: CreateAlertViewInput!) {
  createAlertView(input: $input) {
    view {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateAlertViewMutation, CreateAlertViewMutationVariables>;
export const DeleteAlertViewDocument = new TypedDocumentString(`
    mutation DeleteAlertView($input: DeleteAlertViewInput!) {
  deleteAlertView(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteAlertViewMutation, DeleteAlertViewMutationVariables>;
export const EditAlertCommentDocument = new TypedDocumentString(`
    mutation EditAlertComment($input: EditAlertCommentInput!) {
  editAlertComment(input: $input) {
    comment {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EditAlertCommentMutation, EditAlertCommentMutationVariables>;
export const EndAlertSuppressionDocument = new TypedDocumentString(`
    mutation EndAlertSuppression($input: EndAlertSuppressionInput!) {
  endAlertSuppression(input: $input) {
    suppression {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EndAlertSuppressionMutation, EndAlertSuppressionMutationVariables>;
export const EndpointControllersDocument = new TypedDocumentString(`
    query EndpointControllers($tenantId: ID!, $hostname: String!) {
  endpoint(tenantId: $tenantId, hostname: $hostname) {
    controllers(first: 10) {
      guid
      lastHostname
      version
      lastContact
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointControllersQuery, EndpointControllersQueryVariables>;
export const EndpointDomainDocument = new TypedDocumentString(`
    query EndpointDomain($tenantId: ID!, $hostname: String!) {
  endpoint(tenantId: $tenantId, hostname: $hostname) {
    domain {
      name
      unicodeName
      history(first: 6) {
        nodes {
          zone
          status
          data
          observedAt
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointDomainQuery, EndpointDomainQueryVariables>;
export const EndpointListDocument = new TypedDocumentString(`
    query EndpointList($filter: EndpointFilter, $first: Int, $after: String) {
  endpoints(filter: $filter, first: $first, after: $after) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      tenantId
      hostname
      platform
      totalAlerts
      activeAlerts
      lastAlertTime
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointListQuery, EndpointListQueryVariables>;
export const EndpointPageDocument = new TypedDocumentString(`
    query EndpointPage($tenantId: ID!, $hostname: String!) {
  endpoint(tenantId: $tenantId, hostname: $hostname) {
    tenantId
    hostname
    platform
    totalAlerts
    activeAlerts
    lastAlertTime
  }
  alerts(
    first: 20
    filter: {tenantId: $tenantId, endpointId: $hostname}
    orderBy: {field: LAST_SEEN}
  ) {
    nodes {
      id
      severity
      status
      attackProb
      lastSeen
      techniques {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointPageQuery, EndpointPageQueryVariables>;
export const EndpointRelationsDocument = new TypedDocumentString(`
    query EndpointRelations($tenantId: ID!, $hostname: String!, $licenses: Boolean!, $zones: Boolean!, $drive: Boolean!) {
  endpoint(tenantId: $tenantId, hostname: $hostname) {
    controllers(first: 10) @include(if: $licenses) {
      guid
      lastHostname
      version
      lastContact
    }
    domain @include(if: $zones) {
      name
      observations {
        status
        data
        observedAt
      }
    }
    evidence(first: 10) @include(if: $drive) {
      notes
      linkedAt
      item {
        itemId
        siteId
        name
        path
        deletedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointRelationsQuery, EndpointRelationsQueryVariables>;
export const EvidenceChoicesDocument = new TypedDocumentString(`
    query EvidenceChoices($name: String!) {
  driveSites {
    siteId
    name
    foundItems(name: $name, first: 20) {
      itemId
      siteId
      name
      path
    }
  }
}
    `) as unknown as TypedDocumentString<EvidenceChoicesQuery, EvidenceChoicesQueryVariables>;
export const IncidentChangesDocument = new TypedDocumentString(`
    subscription IncidentChanges($filter: IncidentFilter) {
  incidentChanged(filter: $filter) {
    id
  }
}
    `) as unknown as TypedDocumentString<IncidentChangesSubscription, IncidentChangesSubscriptionVariables>;
export const IncidentChoicesDocument = new TypedDocumentString(`
    query IncidentChoices($filter: IncidentFilter) {
  incidents(filter: $filter, first: 100) {
    nodes {
      id
      title
      tenantId
    }
  }
}
    `) as unknown as TypedDocumentString<IncidentChoicesQuery, IncidentChoicesQueryVariables>;
export const IncidentDetailDocument = new TypedDocumentString(`
    query IncidentDetail($id: ID!, $alertsAfter: String, $timelineAfter: String) {
  incident(id: $id) {
    id
    tenantId
    title
    status
    severity
    updatedAt
    firstSeen
    lastSeen
    alertCount
    openAlertCount
    isAutomatic
    mergedInto {
      id
    }
    owner {
      id
      name
    }
    endpoints(first: 20) {
      value
      count
    }
    techniques(first: 20) {
      value
      name
      count
    }
    alerts(first: 50, after: $alertsAfter) {
      nodes {
        id
        endpointId
        severity
        status
        lastSeen
        techniques {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    timeline(first: 30, after: $timelineAfter) {
      edges {
        cursor
        node {
          kind
          at
          actor {
            name
          }
          incident {
            id
            title
          }
          other {
            id
            title
          }
          alertCount
          before
          after
          body
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<IncidentDetailQuery, IncidentDetailQueryVariables>;
export const IncidentListDocument = new TypedDocumentString(`
    query IncidentList($filter: IncidentFilter, $orderBy: IncidentOrderField, $first: Int, $after: String) {
  incidents(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    totalCount
    nodes {
      id
      tenantId
      title
      status
      severity
      updatedAt
      alertCount
      openAlertCount
      isAutomatic
      owner {
        id
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<IncidentListQuery, IncidentListQueryVariables>;
export const IncidentTitleDocument = new TypedDocumentString(`
    query IncidentTitle($id: ID!) {
  incident(id: $id) {
    title
    tenantId
  }
}
    `) as unknown as TypedDocumentString<IncidentTitleQuery, IncidentTitleQueryVariables>;
export const LinkEvidenceDocument = new TypedDocumentString(`
    mutation LinkEvidence($input: LinkDriveEvidenceInput!) {
  linkDriveEvidence(input: $input) {
    evidence {
      linkedAt
    }
  }
}
    `) as unknown as TypedDocumentString<LinkEvidenceMutation, LinkEvidenceMutationVariables>;
export const MergeIncidentsDocument = new TypedDocumentString(`
    mutation MergeIncidents($input: MergeIncidentsInput!) {
  mergeIncidents(input: $input) {
    incident {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<MergeIncidentsMutation, MergeIncidentsMutationVariables>;
export const ModelPrecisionDocument = new TypedDocumentString(`
    query ModelPrecision($tenantId: ID) {
  modelPrecision(tenantId: $tenantId) {
    modelName
    verdicts
    truePositives
    falsePositives
    precision
  }
}
    `) as unknown as TypedDocumentString<ModelPrecisionQuery, ModelPrecisionQueryVariables>;
export const NewAlertIdsDocument = new TypedDocumentString(`
    query NewAlertIds($filter: AlertFilter) {
  alerts(filter: $filter, first: 1000) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NewAlertIdsQuery, NewAlertIdsQueryVariables>;
export const OpenIncidentDocument = new TypedDocumentString(`
    mutation OpenIncident($input: OpenIncidentInput!) {
  openIncident(input: $input) {
    incident {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<OpenIncidentMutation, OpenIncidentMutationVariables>;
export const PolicyBacktestDocument = new TypedDocumentString(`
    query PolicyBacktest($id: ID!) {
  policyBacktest(id: $id) {
    id
    state
    days
    tenantIds
    modelName
    minThreshold
    dedupWindowSeconds
    suppressions
    currentMinThreshold
    currentDedupWindowSeconds
    inferenceCount
    processedCount
    leftOutAlertCount
    createdBy
    createdAt
    error
    counts {
      currentAlerts
      alertsWithPolicy
      avoided
      dropped
      added
      truePositivesLost
      falsePositivesAvoided
      currentSuppressed
      suppressedWithPolicy
      truePositivesSuppressed
    }
    groups(first: 200) {
      nodes {
        tenantId
        modelName
        severity
        counts {
          currentAlerts
          alertsWithPolicy
          avoided
          dropped
          added
          truePositivesLost
          falsePositivesAvoided
          currentSuppressed
          suppressedWithPolicy
          truePositivesSuppressed
        }
      }
      pageInfo {
        hasNextPage
      }
    }
    samples {
      kind
      alertId
      tenantId
      endpointId
      modelName
      severity
      attackProb
      firstSeen
      inferenceCount
    }
  }
}
    `) as unknown as TypedDocumentString<PolicyBacktestQuery, PolicyBacktestQueryVariables>;
export const PolicyBacktestsDocument = new TypedDocumentString(`
    query PolicyBacktests {
  policyBacktests(first: 20) {
    id
    state
    days
    tenantIds
    modelName
    minThreshold
    dedupWindowSeconds
    createdBy
    createdAt
    counts {
      currentAlerts
      alertsWithPolicy
      truePositivesLost
    }
  }
  alertAccess {
    canChange
  }
}
    `) as unknown as TypedDocumentString<PolicyBacktestsQuery, PolicyBacktestsQueryVariables>;
export const PreviewBulkAlertChangeDocument = new TypedDocumentString(`
    mutation PreviewBulkAlertChange($input: PreviewBulkAlertChangeInput!) {
  previewBulkAlertChange(input: $input) {
    change {
      id
      state
      count
      changedCount
      conflictCount
      deletedCount
      remainingCount
      error
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewBulkAlertChangeMutation, PreviewBulkAlertChangeMutationVariables>;
export const RemoveAlertsFromIncidentDocument = new TypedDocumentString(`
    mutation RemoveAlertsFromIncident($input: IncidentAlertsInput!) {
  removeAlertsFromIncident(input: $input) {
    incident {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveAlertsFromIncidentMutation, RemoveAlertsFromIncidentMutationVariables>;
export const ReplacedAlertSuppressionDocument = new TypedDocumentString(`
    query ReplacedAlertSuppression($id: ID!) {
  alertSuppression(id: $id) {
    suppressedCount
  }
}
    `) as unknown as TypedDocumentString<ReplacedAlertSuppressionQuery, ReplacedAlertSuppressionQueryVariables>;
export const SetDefaultAlertViewDocument = new TypedDocumentString(`
    mutation SetDefaultAlertView($input: SetDefaultAlertViewInput!) {
  setDefaultAlertView(input: $input) {
    view {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SetDefaultAlertViewMutation, SetDefaultAlertViewMutationVariables>;
export const SplitIncidentDocument = new TypedDocumentString(`
    mutation SplitIncident($input: SplitIncidentInput!) {
  splitIncident(input: $input) {
    incident {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<SplitIncidentMutation, SplitIncidentMutationVariables>;
export const StartBulkAlertChangeDocument = new TypedDocumentString(`
    mutation StartBulkAlertChange($input: StartBulkAlertChangeInput!) {
  startBulkAlertChange(input: $input) {
    change {
      id
      state
      count
      changedCount
      conflictCount
      deletedCount
      remainingCount
      error
    }
  }
}
    `) as unknown as TypedDocumentString<StartBulkAlertChangeMutation, StartBulkAlertChangeMutationVariables>;
export const StartPolicyBacktestDocument = new TypedDocumentString(`
    mutation StartPolicyBacktest($input: StartPolicyBacktestInput!) {
  startPolicyBacktest(input: $input) {
    backtest {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<StartPolicyBacktestMutation, StartPolicyBacktestMutationVariables>;
export const SubmitVerdictDocument = new TypedDocumentString(`
    mutation SubmitVerdict($input: SubmitVerdictInput!) {
  submitVerdict(input: $input) {
    alert {
      id
      status
      updatedAt
    }
    isTruePositive
  }
}
    `) as unknown as TypedDocumentString<SubmitVerdictMutation, SubmitVerdictMutationVariables>;
export const UnlinkEvidenceDocument = new TypedDocumentString(`
    mutation UnlinkEvidence($input: UnlinkDriveEvidenceInput!) {
  unlinkDriveEvidence(input: $input) {
    alertId
  }
}
    `) as unknown as TypedDocumentString<UnlinkEvidenceMutation, UnlinkEvidenceMutationVariables>;
export const UpdateAlertViewDocument = new TypedDocumentString(`
    mutation UpdateAlertView($input: UpdateAlertViewInput!) {
  updateAlertView(input: $input) {
    view {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateAlertViewMutation, UpdateAlertViewMutationVariables>;
export const UpdateAlertDocument = new TypedDocumentString(`
    mutation UpdateAlert($input: UpdateAlertInput!) {
  updateAlert(input: $input) {
    alert {
      id
      status
      updatedAt
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateAlertMutation, UpdateAlertMutationVariables>;
export const UpdateIncidentDocument = new TypedDocumentString(`
    mutation UpdateIncident($input: UpdateIncidentInput!) {
  updateIncident(input: $input) {
    incident {
      id
      title
      updatedAt
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateIncidentMutation, UpdateIncidentMutationVariables>;
export const AddDriveSiteDocument = new TypedDocumentString(`
    mutation AddDriveSite($input: AddDriveSiteInput!) {
  addDriveSite(input: $input) {
    site {
      id
    }
    subscriptionError
  }
}
    `) as unknown as TypedDocumentString<AddDriveSiteMutation, AddDriveSiteMutationVariables>;
export const ChangeDriveMassChangeDocument = new TypedDocumentString(`
    mutation ChangeDriveMassChange($input: ChangeDriveMassChangeInput!) {
  changeDriveMassChange(input: $input) {
    massChange {
      id
      state
    }
  }
}
    `) as unknown as TypedDocumentString<ChangeDriveMassChangeMutation, ChangeDriveMassChangeMutationVariables>;
export const CreateDriveArchiveDocument = new TypedDocumentString(`
    mutation CreateDriveArchive($input: CreateDriveArchiveInput!) {
  createDriveArchive(input: $input) {
    fileName
    link
    tree {
      change
    }
  }
}
    `) as unknown as TypedDocumentString<CreateDriveArchiveMutation, CreateDriveArchiveMutationVariables>;
export const DriveChangesDocument = new TypedDocumentString(`
    query DriveChanges($siteId: ID!, $first: Int!, $after: String) {
  driveSite(siteId: $siteId) {
    changes(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        number
        kind
        name
        previousName
        at
        item {
          path
          isFolder
          contentState
          downloadError
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DriveChangesQuery, DriveChangesQueryVariables>;
export const DriveFilesDocument = new TypedDocumentString(`
    query DriveFiles($siteId: ID!, $name: String!, $contentState: DriveContentState, $hasMalware: Boolean, $isExcluded: Boolean, $first: Int!) {
  driveSite(siteId: $siteId) {
    foundItems(
      name: $name
      contentState: $contentState
      hasMalware: $hasMalware
      isExcluded: $isExcluded
      first: $first
    ) {
      id
      siteId
      itemId
      name
      path
      size
      isFolder
      webUrl
      contentState
      downloadError
      malware
      isExcluded
      modifiedAt
      modifiedBy
      alerts {
        id
        tenantId
        endpointId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DriveFilesQuery, DriveFilesQueryVariables>;
export const DriveItemContentDocument = new TypedDocumentString(`
    query DriveItemContent($siteId: ID!, $itemId: ID!) {
  driveItem(siteId: $siteId, itemId: $itemId) {
    text {
      state
      reason
      isCut
      excerpt(first: 64000)
    }
    versions {
      change
      name
      size
      storedAt
      modifiedBy
      contentLink
    }
  }
}
    `) as unknown as TypedDocumentString<DriveItemContentQuery, DriveItemContentQueryVariables>;
export const DriveSearchDocument = new TypedDocumentString(`
    query DriveSearch($query: String!, $scope: DriveSearchScope, $filter: DriveSearchFilter, $first: Int!, $after: String) {
  driveSearch(
    query: $query
    in: $scope
    filter: $filter
    first: $first
    after: $after
  ) {
    storesText
    isBounded
    pendingExtractionCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      snippet {
        text
        isMatch
      }
      item {
        id
        siteId
        itemId
        name
        path
        size
        isFolder
        webUrl
        contentState
        modifiedAt
        modifiedBy
        site {
          hostname
          path
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DriveSearchQuery, DriveSearchQueryVariables>;
export const DriveStateDocument = new TypedDocumentString(`
    query DriveState {
  driveStatus {
    isConnected
    reason
    missingPermissions
    subscriptionHealth
    subscription {
      state
      resource
      notificationUrl
      expiresAt
      lastNotificationAt
      lastError
    }
    receiver {
      accepted
      dropped
    }
    circuit {
      isOpen
      openUntil
    }
    lastError
    lastErrorAt
    lastSyncAt
    counts {
      files
      folders
      storedFiles
      storedBytes
      pendingDownloads
      failedDownloads
      malwareFiles
    }
  }
  driveFollowedSites(first: 1) {
    nodes {
      site {
        siteId
      }
    }
  }
  driveMassChanges(states: [OPEN], first: 1) {
    totalCount
  }
  driveSites {
    siteId
    name
    hostname
    path
  }
}
    `) as unknown as TypedDocumentString<DriveStateQuery, DriveStateQueryVariables>;
export const DriveSyncRunsDocument = new TypedDocumentString(`
    query DriveSyncRuns($siteId: ID!, $first: Int!) {
  driveSite(siteId: $siteId) {
    syncRuns(first: $first) {
      nodes {
        id
        startedAt
        trigger
        outcome
        created
        changed
        deleted
        downloads
        failedDownloads
        error
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DriveSyncRunsQuery, DriveSyncRunsQueryVariables>;
export const DriveSyncedDocument = new TypedDocumentString(`
    subscription DriveSynced {
  driveSynced {
    number
  }
}
    `) as unknown as TypedDocumentString<DriveSyncedSubscription, DriveSyncedSubscriptionVariables>;
export const DriveTreeDocument = new TypedDocumentString(`
    query DriveTree($siteId: ID!, $at: DateTime, $change: BigInt, $folder: String!, $first: Int!, $after: String) {
  driveSite(siteId: $siteId) {
    name
    hostname
    path
    tree(at: $at, change: $change, folder: $folder) {
      change
      folder
      files
      folders
      bytes
      missingFiles
      entries(first: $first, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          name
          path
          isFolder
          version {
            size
            modifiedAt
            modifiedBy
            contentLink
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DriveTreeQuery, DriveTreeQueryVariables>;
export const DriveFollowedSitesDocument = new TypedDocumentString(`
    query DriveFollowedSites($first: Int!) {
  driveFollowedSites(first: $first) {
    totalCount
    nodes {
      id
      hostname
      path
      library
      isOfSettings
      isPaused
      pollSeconds
      credentials
      filter {
        folders
        excludedFolders
        names
        excludedNames
        maxBytes
      }
      site {
        siteId
      }
      status {
        isConnected
        reason
        circuit {
          state
          failures
          openUntil
        }
        lastError
        lastSyncAt
        counts {
          files
          storedFiles
          excludedFiles
          malwareFiles
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DriveFollowedSitesQuery, DriveFollowedSitesQueryVariables>;
export const DriveMassChangeDocument = new TypedDocumentString(`
    query DriveMassChange($id: ID!, $first: Int!, $after: String) {
  driveMassChange(id: $id) {
    id
    kind
    state
    score
    reasons
    knownFiles
    beganAt
    noticedAt
    grownAt
    changedAt
    changedBy
    notes
    restoreChange
    site {
      siteId
      hostname
      path
    }
    effects {
      effect
      count
    }
    alerts {
      id
      tenantId
    }
    files(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        effect
        change
        previousName
        item {
          itemId
          name
          path
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DriveMassChangeQuery, DriveMassChangeQueryVariables>;
export const DriveMassChangesDocument = new TypedDocumentString(`
    query DriveMassChanges($states: [DriveMassChangeState!], $first: Int!, $after: String) {
  driveMassChanges(states: $states, first: $first, after: $after) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      id
      kind
      state
      reasons
      noticedAt
      site {
        hostname
        path
      }
      effects {
        effect
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DriveMassChangesQuery, DriveMassChangesQueryVariables>;
export const PauseDriveSiteDocument = new TypedDocumentString(`
    mutation PauseDriveSite($input: DriveSiteInput!) {
  pauseDriveSite(input: $input) {
    site {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<PauseDriveSiteMutation, PauseDriveSiteMutationVariables>;
export const RemoveDriveSiteDocument = new TypedDocumentString(`
    mutation RemoveDriveSite($input: RemoveDriveSiteInput!) {
  removeDriveSite(input: $input) {
    deletedItems
    evidenceItems
    subscriptionError
  }
}
    `) as unknown as TypedDocumentString<RemoveDriveSiteMutation, RemoveDriveSiteMutationVariables>;
export const ResumeDriveSiteDocument = new TypedDocumentString(`
    mutation ResumeDriveSite($input: DriveSiteInput!) {
  resumeDriveSite(input: $input) {
    site {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ResumeDriveSiteMutation, ResumeDriveSiteMutationVariables>;
export const SyncDriveSiteDocument = new TypedDocumentString(`
    mutation SyncDriveSite($input: DriveSiteInput!) {
  syncDriveSite(input: $input) {
    site {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SyncDriveSiteMutation, SyncDriveSiteMutationVariables>;
export const DriveTreeTotalsDocument = new TypedDocumentString(`
    query DriveTreeTotals($siteId: ID!, $change: BigInt!) {
  driveSite(siteId: $siteId) {
    tree(change: $change) {
      files
      folders
      bytes
      missingFiles
    }
  }
}
    `) as unknown as TypedDocumentString<DriveTreeTotalsQuery, DriveTreeTotalsQueryVariables>;
export const UpdateDriveSiteDocument = new TypedDocumentString(`
    mutation UpdateDriveSite($input: UpdateDriveSiteInput!) {
  updateDriveSite(input: $input) {
    site {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateDriveSiteMutation, UpdateDriveSiteMutationVariables>;
export const ControllerListDocument = new TypedDocumentString(`
    query ControllerList($filter: ControllerFilter, $first: Int, $after: String) {
  controllers(filter: $filter, first: $first, after: $after) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      guid
      hostname
      lastHostname
      label
      department
      version
      os
      lastIpAddr
      lastContact
      registeredAt
      isBlacklisted
      leaseExpiresAt
      machineFileExpiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<ControllerListQuery, ControllerListQueryVariables>;
export const LicenseChangesDocument = new TypedDocumentString(`
    subscription LicenseChanges {
  licenseChanged {
    seatsUsed
  }
}
    `) as unknown as TypedDocumentString<LicenseChangesSubscription, LicenseChangesSubscriptionVariables>;
export const LicenseDocumentPreviewDocument = new TypedDocumentString(`
    query LicenseDocumentPreview($kind: LicenseDocumentKind!, $text: String) {
  licenseDocumentPreview(kind: $kind, text: $text) {
    problem
    version
    entryCount
    controllerCount
    affectedCount
    departments {
      department
      count
    }
    license {
      seatsUsed
      seatsOver
      before {
        id
        customer
        cap
        expiresAt
        graceEndsAt
        entitlements
      }
      after {
        id
        customer
        cap
        expiresAt
        graceEndsAt
        entitlements
      }
    }
    changes {
      before
      after
      controller {
        guid
        lastHostname
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LicenseDocumentPreviewQuery, LicenseDocumentPreviewQueryVariables>;
export const LicenseDocumentDocument = new TypedDocumentString(`
    query LicenseDocument($kind: LicenseDocumentKind!) {
  licenseDocument(kind: $kind) {
    source
    text
    version
    digest
    changedAt
    changedBy
  }
}
    `) as unknown as TypedDocumentString<LicenseDocumentQuery, LicenseDocumentQueryVariables>;
export const LicenseHistoryDocument = new TypedDocumentString(`
    query LicenseHistory($since: DateTime, $until: DateTime) {
  licenseHistory(since: $since, until: $until, top: 6) {
    since
    until
    intervalSeconds
    buckets {
      start
      seatsUsed
      seatsPeak
      cap
      departments {
        department
        seatsUsed
      }
      versions {
        version
        seatsUsed
      }
      rejections {
        cause
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LicenseHistoryQuery, LicenseHistoryQueryVariables>;
export const LicenseSourcesDocument = new TypedDocumentString(`
    query LicenseSources {
  license {
    source
    path
    problem
  }
  blacklist {
    file {
      source
      path
      problem
    }
    entries(first: 1) {
      totalCount
    }
  }
  departments {
    file {
      source
      path
      problem
    }
    list {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<LicenseSourcesQuery, LicenseSourcesQueryVariables>;
export const LicenseStatusDocument = new TypedDocumentString(`
    query LicenseStatus {
  license {
    state
    problem
    customer
    cap
    expiresAt
    leaseDays
    warnings(first: 50) {
      nodes {
        kind
        subject
        threshold
        since
        controller {
          lastHostname
        }
      }
      pageInfo {
        hasNextPage
      }
    }
    seatsUsed
    seatsLeft
  }
}
    `) as unknown as TypedDocumentString<LicenseStatusQuery, LicenseStatusQueryVariables>;
export const RejectionCountsDocument = new TypedDocumentString(`
    query RejectionCounts($since: DateTime!) {
  rejections(since: $since) {
    endpoint
    cause
    count
  }
}
    `) as unknown as TypedDocumentString<RejectionCountsQuery, RejectionCountsQueryVariables>;
export const ReleaseControllerDocument = new TypedDocumentString(`
    mutation ReleaseController($guid: ID!) {
  releaseController(guid: $guid) {
    controller {
      guid
    }
  }
}
    `) as unknown as TypedDocumentString<ReleaseControllerMutation, ReleaseControllerMutationVariables>;
export const ReplaceLicenseDocumentDocument = new TypedDocumentString(`
    mutation ReplaceLicenseDocument($input: ReplaceLicenseDocumentInput!) {
  replaceLicenseDocument(input: $input) {
    document {
      source
      version
      digest
    }
  }
}
    `) as unknown as TypedDocumentString<ReplaceLicenseDocumentMutation, ReplaceLicenseDocumentMutationVariables>;
export const UsageConsistencyDocument = new TypedDocumentString(`
    query UsageConsistency($first: Int!, $second: Int!) {
  usageLog {
    consistencyProof(first: $first, second: $second) {
      path
    }
  }
}
    `) as unknown as TypedDocumentString<UsageConsistencyQuery, UsageConsistencyQueryVariables>;
export const UsageInclusionDocument = new TypedDocumentString(`
    query UsageInclusion($position: Int!, $size: Int!) {
  usageLog {
    inclusionProof(position: $position, size: $size) {
      path
    }
  }
}
    `) as unknown as TypedDocumentString<UsageInclusionQuery, UsageInclusionQueryVariables>;
export const UsageLogDocument = new TypedDocumentString(`
    query UsageLog($first: Int, $after: String, $guid: ID) {
  usageLog {
    size
    root
    at
    signedHead {
      text
      signature
    }
    entries(first: $first, after: $after, guid: $guid) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        position
        at
        guid
        change
        expiresAt
        checkIns {
          day
          controllers
          count
        }
        text
        controller {
          lastHostname
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UsageLogQuery, UsageLogQueryVariables>;
export const AlertHealthDocument = new TypedDocumentString(`
    query AlertHealth {
  alertStore {
    status
    uptimeSeconds
    alertsCount
  }
}
    `) as unknown as TypedDocumentString<AlertHealthQuery, AlertHealthQueryVariables>;
export const AlertOverviewDocument = new TypedDocumentString(`
    query AlertOverview($all: AlertFilter!, $day: AlertFilter!, $week: AlertFilter!, $older: AlertFilter!, $missed: AlertFilter!, $soon: AlertFilter!, $mine: AlertFilter!, $unassigned: AlertFilter!, $new: AlertFilter!, $isPerson: Boolean!, $tenantId: ID) {
  all: alerts(filter: $all) {
    totalCount
    facets {
      severity {
        value
        count
      }
    }
  }
  day: alerts(filter: $day) {
    totalCount
    facets {
      severity {
        value
        count
      }
    }
  }
  week: alerts(filter: $week) {
    totalCount
    facets {
      severity {
        value
        count
      }
    }
  }
  older: alerts(filter: $older) {
    totalCount
    facets {
      severity {
        value
        count
      }
    }
  }
  missed: alerts(filter: $missed) {
    totalCount
  }
  soon: alerts(filter: $soon) {
    totalCount
  }
  mine: alerts(filter: $mine) @include(if: $isPerson) {
    totalCount
  }
  unassigned: alerts(filter: $unassigned) {
    totalCount
  }
  new: alerts(filter: $new) {
    totalCount
  }
  modelPrecision(tenantId: $tenantId) {
    modelName
    verdicts
    precision
  }
}
    `) as unknown as TypedDocumentString<AlertOverviewQuery, AlertOverviewQueryVariables>;
export const BrandOverviewDocument = new TypedDocumentString(`
    query BrandOverview($day: Date!) {
  brands {
    id
    unicodeName
    tenantId
    days(from: $day, to: $day) {
      found
    }
  }
}
    `) as unknown as TypedDocumentString<BrandOverviewQuery, BrandOverviewQueryVariables>;
export const DriveHealthDocument = new TypedDocumentString(`
    query DriveHealth {
  driveStatus {
    isConnected
    reason
    subscriptionHealth
    lastSyncAt
    circuit {
      isOpen
    }
    counts {
      pendingDownloads
      failedDownloads
    }
  }
  driveMassChanges(states: [OPEN], first: 1) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<DriveHealthQuery, DriveHealthQueryVariables>;
export const LicenseHealthDocument = new TypedDocumentString(`
    query LicenseHealth($silentSince: DateTime!) {
  license {
    state
    problem
    cap
    seatsUsed
    expiresAt
  }
  silent: controllers(filter: {silentSince: $silentSince}) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<LicenseHealthQuery, LicenseHealthQueryVariables>;
export const MailHealthDocument = new TypedDocumentString(`
    query MailHealth {
  waiting: mails(status: WAITING, first: 1) {
    totalCount
  }
  failed: mails(status: FAILED, first: 1) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<MailHealthQuery, MailHealthQueryVariables>;
export const MessageHealthDocument = new TypedDocumentString(`
    query MessageHealth {
  pending: notificationDeliveries(filter: {status: PENDING}, first: 1) {
    totalCount
  }
  dead: notificationDeliveries(filter: {status: DEAD}, first: 1) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<MessageHealthQuery, MessageHealthQueryVariables>;
export const ResponseTimeOverviewDocument = new TypedDocumentString(`
    query ResponseTimeOverview($filter: AlertFilter!, $by: ResponseTimesKey!) {
  alerts(filter: $filter) {
    responseTimes(by: [$by]) {
      severity
      tenantId
      modelName
      acknowledged {
        count
        meanSeconds
        p90Seconds
      }
      resolved {
        count
        meanSeconds
        p90Seconds
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ResponseTimeOverviewQuery, ResponseTimeOverviewQueryVariables>;
export const ServiceOverviewDocument = new TypedDocumentString(`
    query ServiceOverview($silentSince: DateTime!, $licenses: Boolean!, $drive: Boolean!) {
  license @include(if: $licenses) {
    state
    cap
    seatsUsed
  }
  silent: controllers(filter: {silentSince: $silentSince}) @include(if: $licenses) {
    totalCount
  }
  controllers @include(if: $licenses) {
    totalCount
  }
  driveStatus @include(if: $drive) {
    isConnected
    lastSyncAt
    reason
    circuit {
      isOpen
    }
    counts {
      failedDownloads
    }
  }
}
    `) as unknown as TypedDocumentString<ServiceOverviewQuery, ServiceOverviewQueryVariables>;
export const ZoneHealthDocument = new TypedDocumentString(`
    query ZoneHealth {
  zones {
    lastImportAt
  }
  zoneSources {
    zone
    state
    error
  }
}
    `) as unknown as TypedDocumentString<ZoneHealthQuery, ZoneHealthQueryVariables>;
export const ViewerPermissionsDocument = new TypedDocumentString(`
    query ViewerPermissions {
  viewer {
    id
    permissions
  }
}
    `) as unknown as TypedDocumentString<ViewerPermissionsQuery, ViewerPermissionsQueryVariables>;
export const AddBrandDocument = new TypedDocumentString(`
    mutation AddBrand($input: AddBrandInput!) {
  addBrand(input: $input) {
    brand {
      id
      unicodeName
    }
  }
}
    `) as unknown as TypedDocumentString<AddBrandMutation, AddBrandMutationVariables>;
export const BrandHitListDocument = new TypedDocumentString(`
    query BrandHitList($filter: BrandHitFilter, $first: Int, $after: String) {
  brandHits(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
      name
      unicodeName
      zone
      kind
      distance
      status
      isActive
      isAutoBlocked
      foundAt
      reopenedAt
      triagedAt
      triagedBy
      brand {
        id
        unicodeName
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<BrandHitListQuery, BrandHitListQueryVariables>;
export const BrandListDocument = new TypedDocumentString(`
    query BrandList {
  brands {
    id
    unicodeName
    tenantId
    zones
    allowedNames
    isFull
    skippedCertificates
    hitCounts {
      open
      dismissed
      confirmed
    }
    days {
      date
      found
      reopened
    }
    scan {
      namesRead
      namesTotal
      finishedAt
    }
  }
}
    `) as unknown as TypedDocumentString<BrandListQuery, BrandListQueryVariables>;
export const BulkRdapLookupsDocument = new TypedDocumentString(`
    query BulkRdapLookups($first: Int!) {
  bulkRdapLookups(first: $first) {
    id
    state
    count
    createdBy
    createdAt
    finishedAt
    error
    progress {
      foundCount
      notFoundCount
      failedCount
      waitingCount
      failures {
        reason
        count
      }
      waits {
        server
        until
        message
        count
      }
      resumesAt
      estimatedEndAt
    }
  }
}
    `) as unknown as TypedDocumentString<BulkRdapLookupsQuery, BulkRdapLookupsQueryVariables>;
export const BulkRdapResultsDocument = new TypedDocumentString(`
    query BulkRdapResults($id: ID!, $statuses: [BulkRdapResultStatus!], $first: Int!, $after: String) {
  bulkRdapLookup(id: $id) {
    id
    results(statuses: $statuses, first: $first, after: $after) {
      nodes {
        domain
        status
        reason
        message
        fetchedAt
        dossier {
          registrar {
            name
            ianaId
          }
          lifecycle {
            registered
            expires
            lastChanged
          }
          statuses
          nameservers
          dnssec
          abuseContacts {
            email
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BulkRdapResultsQuery, BulkRdapResultsQueryVariables>;
export const BulkRegistrationListDocument = new TypedDocumentString(`
    query BulkRegistrationList($zone: String, $nameserver: String, $search: String, $kinds: [BulkRegistrationKind!], $minSize: Int, $minScore: Float, $start: DateTime, $end: DateTime, $first: Int, $after: String) {
  bulkRegistrations(
    zone: $zone
    nameserver: $nameserver
    search: $search
    kinds: $kinds
    minSize: $minSize
    minScore: $minScore
    start: $start
    end: $end
    first: $first
    after: $after
  ) {
    nodes {
      id
      day
      zone
      kind
      pattern
      size
      score
      registrations
      usualRegistrations
      nameservers
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<BulkRegistrationListQuery, BulkRegistrationListQueryVariables>;
export const BulkRegistrationDocument = new TypedDocumentString(`
    query BulkRegistration($id: ID!, $first: Int, $after: String) {
  node(id: $id) {
    ... on BulkRegistration {
      id
      day
      zone
      kind
      pattern
      size
      expectedSize
      similarity
      score
      registrations
      usualRegistrations
      nameservers
      firstSeenAt
      lastSeenAt
      names(first: $first, after: $after) {
        nodes {
          name
          unicodeName
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BulkRegistrationQuery, BulkRegistrationQueryVariables>;
export const CancelBulkRdapLookupDocument = new TypedDocumentString(`
    mutation CancelBulkRdapLookup($input: CancelBulkRdapLookupInput!) {
  cancelBulkRdapLookup(input: $input) {
    lookup {
      id
      state
    }
  }
}
    `) as unknown as TypedDocumentString<CancelBulkRdapLookupMutation, CancelBulkRdapLookupMutationVariables>;
export const ConfirmEmailDocument = new TypedDocumentString(`
    mutation ConfirmEmail($input: ConfirmEmailInput!) {
  confirmEmail(input: $input) {
    username
    email
  }
}
    `) as unknown as TypedDocumentString<ConfirmEmailMutation, ConfirmEmailMutationVariables>;
export const DomainBulkRegistrationDocument = new TypedDocumentString(`
    query DomainBulkRegistration($name: String!) {
  domain(name: $name) {
    bulkRegistration {
      id
      day
      kind
      pattern
      size
      score
    }
  }
}
    `) as unknown as TypedDocumentString<DomainBulkRegistrationQuery, DomainBulkRegistrationQueryVariables>;
export const DomainControllersDocument = new TypedDocumentString(`
    query DomainControllers($name: String!, $first: Int!) {
  domain(name: $name) {
    controllers(first: $first) {
      guid
      lastHostname
      version
      lastContact
    }
  }
}
    `) as unknown as TypedDocumentString<DomainControllersQuery, DomainControllersQueryVariables>;
export const DomainDossierDocument = new TypedDocumentString(`
    query DomainDossier($domain: String!) {
  rdapDossier(domain: $domain) {
    source
    registrar {
      name
      ianaId
    }
    lifecycle {
      registered
      expires
      lastChanged
      transferred
    }
    statuses
    abuseContacts {
      email
      phone
    }
    nameservers
    dnssec
    redacted
    fetchedAt
    cached
  }
}
    `) as unknown as TypedDocumentString<DomainDossierQuery, DomainDossierQueryVariables>;
export const DomainEndpointsDocument = new TypedDocumentString(`
    query DomainEndpoints($name: String!, $first: Int!) {
  domain(name: $name) {
    endpoints(first: $first) {
      tenantId
      hostname
      platform
      totalAlerts
      activeAlerts
      lastAlertTime
    }
  }
}
    `) as unknown as TypedDocumentString<DomainEndpointsQuery, DomainEndpointsQueryVariables>;
export const DomainPageDocument = new TypedDocumentString(`
    query DomainPage($name: String!, $first: Int, $after: String) {
  domain(name: $name) {
    name
    unicodeName
    observations {
      zone
      status
      data
      observedAt
    }
    history(first: $first, after: $after) {
      nodes {
        zone
        status
        data
        observedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DomainPageQuery, DomainPageQueryVariables>;
export const DomainTimelineDocument = new TypedDocumentString(`
    query DomainTimeline($name: String!, $first: Int!, $after: String) {
  domain(name: $name) {
    timeline(first: $first, after: $after) {
      nodes {
        kind
        occurredAt
        zone
        before
        after
        brand
        actor
        note
        certificate {
          name
          issuer
        }
        alert {
          id
        }
        changes {
          field
          before
          after
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DomainTimelineQuery, DomainTimelineQueryVariables>;
export const DomainWatchesDocument = new TypedDocumentString(`
    query DomainWatches($domain: String!) {
  rdapWatches(search: $domain, first: 100) {
    nodes {
      id
      domain
      tenantId
      intervalHours
      lookedUpAt
      nextLookupAt
      error
      versionCount
      versions(first: 50) {
        nodes {
          id
          fetchedAt
          changes {
            field
            before
            after
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DomainWatchesQuery, DomainWatchesQueryVariables>;
export const LookAlikesDocument = new TypedDocumentString(`
    query LookAlikes($brand: String!, $zones: [String!], $first: Int, $after: String) {
  lookAlikes(brand: $brand, zones: $zones, first: $first, after: $after) {
    nodes {
      domain {
        name
      }
      unicodeName
      zone
      kind
      activeSince
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<LookAlikesQuery, LookAlikesQueryVariables>;
export const NameserverDomainsDocument = new TypedDocumentString(`
    query NameserverDomains($nameservers: [String!]!, $first: Int!, $after: String) {
  nameserverDomains(nameservers: $nameservers, first: $first, after: $after) {
    nodes {
      domain
      since
      nameservers
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<NameserverDomainsQuery, NameserverDomainsQueryVariables>;
export const ObservationSearchDocument = new TypedDocumentString(`
    query ObservationSearch($zone: String!, $search: String, $start: DateTime, $end: DateTime, $first: Int, $after: String) {
  observations(
    zone: $zone
    search: $search
    start: $start
    end: $end
    first: $first
    after: $after
  ) {
    nodes {
      domain
      zone
      status
      data
      observedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ObservationSearchQuery, ObservationSearchQueryVariables>;
export const PolicyZoneListDocument = new TypedDocumentString(`
    query PolicyZoneList {
  policyZones {
    name
    tenantId
    key
    host
    port
    serial
    changedAt
    nameCount
    rejectedQueries
    lastRejection
    clients {
      address
      state
      serial
      transferredAt
      requestedAt
      fullTransfers
      incrementalTransfers
    }
    secondaries {
      address
      port
      state
      hasTransferred
      confirmedSerial
      error
      notifiedAt
    }
  }
}
    `) as unknown as TypedDocumentString<PolicyZoneListQuery, PolicyZoneListQueryVariables>;
export const RdapChangesDocument = new TypedDocumentString(`
    query RdapChanges($id: ID!, $from: ID!, $to: ID!) {
  rdapWatch(id: $id) {
    id
    changes(from: $from, to: $to) {
      field
      before
      after
    }
  }
}
    `) as unknown as TypedDocumentString<RdapChangesQuery, RdapChangesQueryVariables>;
export const RdapWatchListDocument = new TypedDocumentString(`
    query RdapWatchList($search: String, $first: Int!, $after: String) {
  rdapWatches(search: $search, first: $first, after: $after) {
    nodes {
      id
      domain
      tenantId
      intervalHours
      lookedUpAt
      nextLookupAt
      error
      versionCount
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RdapWatchListQuery, RdapWatchListQueryVariables>;
export const RemoveBrandDocument = new TypedDocumentString(`
    mutation RemoveBrand($input: RemoveBrandInput!) {
  removeBrand(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<RemoveBrandMutation, RemoveBrandMutationVariables>;
export const ResetPasswordDocument = new TypedDocumentString(`
    mutation ResetPassword($input: ResetPasswordInput!) {
  resetPassword(input: $input) {
    username
    revokedKeys
  }
}
    `) as unknown as TypedDocumentString<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const StartBulkRdapLookupDocument = new TypedDocumentString(`
    mutation StartBulkRdapLookup($input: StartBulkRdapLookupInput!) {
  startBulkRdapLookup(input: $input) {
    lookup {
      id
      count
    }
    invalid {
      line
      name
      message
    }
    duplicateCount
  }
}
    `) as unknown as TypedDocumentString<StartBulkRdapLookupMutation, StartBulkRdapLookupMutationVariables>;
export const TriageBrandHitsDocument = new TypedDocumentString(`
    mutation TriageBrandHits($input: TriageBrandHitsInput!) {
  triageBrandHits(input: $input) {
    hits {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<TriageBrandHitsMutation, TriageBrandHitsMutationVariables>;
export const UnwatchDomainDocument = new TypedDocumentString(`
    mutation UnwatchDomain($input: UnwatchDomainInput!) {
  unwatchDomain(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UnwatchDomainMutation, UnwatchDomainMutationVariables>;
export const WatchDomainDocument = new TypedDocumentString(`
    mutation WatchDomain($input: WatchDomainInput!) {
  watchDomain(input: $input) {
    watch {
      id
      domain
    }
  }
}
    `) as unknown as TypedDocumentString<WatchDomainMutation, WatchDomainMutationVariables>;
export const ZoneImportsDocument = new TypedDocumentString(`
    query ZoneImports($first: Int) {
  zoneImports(first: $first) {
    nodes {
      id
      zone
      outcome
      reason
      at
      endedAt
      domains
      addedDomains
      removedDomains
      changedDomains
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<ZoneImportsQuery, ZoneImportsQueryVariables>;
export const ZoneListDocument = new TypedDocumentString(`
    query ZoneList {
  zones {
    name
    file
    domains
    observations
    lastImportAt
  }
}
    `) as unknown as TypedDocumentString<ZoneListQuery, ZoneListQueryVariables>;
export const ZoneSourcesDocument = new TypedDocumentString(`
    query ZoneSources {
  zoneSources {
    zone
    origin
    state
    isPulling
    error
    serial
    currentAt
    lastAttemptAt
    nextAttemptAt
  }
}
    `) as unknown as TypedDocumentString<ZoneSourcesQuery, ZoneSourcesQueryVariables>;