import { createHash } from 'node:crypto';
import { recordAudit } from '../../../platform/audit/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { assertStorableText, isLongerThan, maxCharacters } from '../../../platform/input-limits.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { LicenseRequest } from '../dependencies.js';
import { type StoredDocument, storeDocument } from '../documents/index.js';
import { isListed, parseAddress, readBlacklist, readDepartments, readDocumentFile } from '../files/index.js';
import { type RegistryDependencies, seatExpiry, selectAddresses } from '../registry/index.js';
import { DocumentKind, DocumentSource } from '../vocabulary.js';
import { blacklistDifference, departmentChange, departmentsDifference, type ListDifference } from './rules.js';

export interface EditingDependencies extends RegistryDependencies {
  /** Paths of the files; empty: none. */
  readonly documentFiles: Readonly<Record<DocumentKind, string>>;
}

/** A document that is in force. */
export interface DocumentRecord {
  readonly kind: DocumentKind;
  readonly source: DocumentSource;
  readonly text: string | null;
  readonly version: number;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
}

/** A controller that a change affects. */
export interface DocumentChange {
  readonly guid: string;
  readonly before: string;
  readonly after: string;
}

export interface DocumentPreview {
  readonly problem: string | null;
  readonly version: number;
  readonly entryCount: number;
  readonly controllerCount: number;
  readonly affectedCount: number;
  readonly changes: readonly DocumentChange[];
}

interface Controller {
  readonly guid: string;
  readonly lastIpAddr: string | null;
  readonly ipAddresses: readonly string[];
}

/** A text that is compared with what is in force. */
interface Candidate {
  readonly entryCount: number;
  readonly difference: ListDifference;
  /** What it changes for a controller; undefined: nothing. */
  changeOf(controller: Controller): { before: string; after: string } | undefined;
}

const pageSize = 5000;
const firstGuid = '00000000-0000-0000-0000-000000000000';

/**
 * A document in force, with its text.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function readDocument(
  dependencies: EditingDependencies,
  request: LicenseRequest,
  kind: DocumentKind,
): Promise<DocumentRecord> {
  authorize(request.caller, 'licenses.edit');
  await dependencies.files.documents.refresh();
  return recordOf(dependencies, kind);
}

/**
 * Compares a text with the document in force, for all registered controllers.
 * @param input.text null: the file
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a text that is too long
 */
export async function previewDocument(
  dependencies: EditingDependencies,
  request: LicenseRequest,
  input: { kind: DocumentKind; text: string | null | undefined; first: number },
): Promise<DocumentPreview> {
  authorize(request.caller, 'licenses.edit');
  assertStorableText('text', input.text, maxCharacters.licenseDocument);
  await dependencies.files.documents.refresh();
  const version = dependencies.files.documents.get(input.kind)?.version ?? 0;
  const candidate = candidateOf(dependencies, input.kind, input.text ?? null);
  if ('problem' in candidate) {
    return { ...candidate, version, entryCount: 0, controllerCount: 0, affectedCount: 0, changes: [] };
  }
  const changes: DocumentChange[] = [];
  let [controllerCount, affectedCount] = [0, 0];
  for await (const controller of controllers(dependencies, request)) {
    controllerCount += 1;
    const change = candidate.changeOf(controller);
    if (change === undefined) continue;
    affectedCount += 1;
    if (changes.length < input.first) changes.push({ guid: controller.guid, ...change });
  }
  return { problem: null, version, entryCount: candidate.entryCount, controllerCount, affectedCount, changes };
}

/**
 * Stores a document, which is in force for each request that any server receives from then on, or lets the file be in
 * force again.
 * @param input.version of the document that was edited
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid text; CONFLICT if it was changed
 * since
 */
export async function replaceDocument(
  dependencies: EditingDependencies,
  request: LicenseRequest,
  input: { kind: DocumentKind; text: string | null | undefined; version: number },
): Promise<DocumentRecord> {
  authorize(request.caller, 'licenses.edit');
  const { kind, version, text = null } = input;
  assertStorableText('text', text, maxCharacters.licenseDocument);
  const { files, database, clock, log } = dependencies;
  await files.documents.refresh();
  const old = files.documents.get(kind);
  const candidate = candidateOf(dependencies, kind, text);
  if ('problem' in candidate) throw new DomainError('BAD_USER_INPUT', `The text is invalid: ${candidate.problem}`);
  const changedAt = clock.now() / 1000;
  const changedBy = request.caller.kind === 'operator' ? request.caller.name : request.caller.kind;
  await database.transaction(async (sql) => {
    const stored = await storeDocument(sql, { kind, version, text, changedAt, changedBy });
    // The comparison was with `old`; a change of it meanwhile has another version.
    if (stored === undefined || (old?.version ?? 0) !== version) throw conflict(kind, version);
    await recordAudit(sql, request, {
      action: `replace.${kind}`,
      object: `license-document:${kind}`,
      before: { ...stateOf(old?.text ?? null), version },
      after: { ...stateOf(text), version: stored.version, ...candidate.difference },
    });
  });
  await files.documents.refresh();
  log.info(
    { kind, version: version + 1, source: sourceOf(text), caller: changedBy },
    'a license document was replaced',
  );
  return recordOf(dependencies, kind);
}

function candidateOf(
  dependencies: EditingDependencies,
  kind: DocumentKind,
  given: string | null,
): Candidate | { readonly problem: string } {
  const read = given === null ? fileOf(dependencies, kind) : { text: given, problem: null };
  if (read.problem !== null) return { problem: `the file cannot be used: ${read.problem}` };
  return kind === DocumentKind.BLACKLIST
    ? blacklistCandidate(dependencies, read.text ?? '')
    : departmentsCandidate(dependencies, read.text ?? '[]');
}

function blacklistCandidate(dependencies: EditingDependencies, text: string): ReturnType<typeof candidateOf> {
  const { content: after, problem } = readBlacklist(text);
  if (problem !== undefined || after === undefined) return { problem: problem ?? 'it cannot be read' };
  const before = dependencies.files.blacklist.current();
  const nameOf = (isOnList: boolean) => (isOnList ? 'blacklisted' : 'allowed');
  return {
    entryCount: after.entries.length,
    difference: blacklistDifference(before, after),
    changeOf({ guid, lastIpAddr }) {
      const controller = { guid, address: parseAddress(lastIpAddr ?? '') };
      const [was, will] = [isListed(dependencies, before, controller), isListed(dependencies, after, controller)];
      return was === will ? undefined : { before: nameOf(was), after: nameOf(will) };
    },
  };
}

function departmentsCandidate({ files }: EditingDependencies, text: string): ReturnType<typeof candidateOf> {
  const { content: after, problem } = readDepartments(text);
  if (after === undefined) return { problem: problem ?? 'it cannot be read' };
  const before = files.departments.current();
  return {
    entryCount: after.list.length,
    difference: departmentsDifference(before, after),
    changeOf: ({ ipAddresses }) => departmentChange(before, after, ipAddresses),
  };
}

async function* controllers(dependencies: EditingDependencies, request: LicenseRequest): AsyncGenerator<Controller> {
  const expiry = seatExpiry(dependencies);
  for (let after = firstGuid; ; ) {
    const page = await dependencies.database.read({ signal: request.signal }, (sql) =>
      selectAddresses(sql, { after, expiry, limit: pageSize }),
    );
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.guid ?? after;
  }
}

function recordOf(dependencies: EditingDependencies, kind: DocumentKind): DocumentRecord {
  const stored = dependencies.files.documents.get(kind);
  const text = stored?.text ?? null;
  return {
    ...{ kind, source: sourceOf(text), version: stored?.version ?? 0 },
    text: text ?? editable(fileOf(dependencies, kind).text),
    changedAt: stored === undefined ? null : new Date(stored.changedAt * 1000),
    changedBy: stored?.changedBy ?? null,
  };
}

function fileOf({ documentFiles }: EditingDependencies, kind: DocumentKind) {
  return readDocumentFile(documentFiles[kind]);
}

/** Null for a text that could not be stored. */
function editable(text: string | null): string | null {
  return text === null || isLongerThan(text, maxCharacters.licenseDocument) ? null : text;
}

function sourceOf(text: StoredDocument['text']): DocumentSource {
  return text === null ? DocumentSource.FILE : DocumentSource.DATABASE;
}

function stateOf(text: StoredDocument['text']): { source: DocumentSource; sha256: string | null } {
  return { source: sourceOf(text), sha256: text === null ? null : createHash('sha256').update(text).digest('hex') };
}

function conflict(kind: DocumentKind, version: number): DomainError {
  const problem = `The document ${kind} no longer has version ${version}`;
  return new DomainError('CONFLICT', `${problem}: somebody changed it. Read it again, and repeat your change`);
}
