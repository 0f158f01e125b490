import { createHash } from 'node:crypto';
import { recordAudit } from '../../../../platform/audit/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { notifyListeners } from '../../../../platform/events/index.js';
import { assertStorableText, isLongerThan, maxCharacters } from '../../../../platform/input-limits.js';
import { isoTime } from '../../../../platform/iso-time.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseRequest } from '../../dependencies.js';
import { publishDocument, readStoredDocuments, type StoredDocument, storeDocument } from '../../documents/index.js';
import { readDocumentFile } from '../../files/index.js';
import type { RegistryDependencies } from '../../registry/index.js';
import { DocumentKind, DocumentSource } from '../../vocabulary.js';
import type { ReplaceLicenseDocumentInput } from '../types.js';
import type { Candidate } from './candidate.js';
import { licenseCandidate } from './license-candidate.js';
import { blacklistCandidate, departmentsCandidate } from './list-candidates.js';

type DocumentVersion = Pick<StoredDocument, 'version' | 'digest'>;

const noEffect = {
  ...{ entryCount: 0, license: null, controllerCount: 0, affectedCount: 0 },
  ...{ departments: [], changes: [] },
} as const;

/**
 * Returns the active document of a kind with its text.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function readDocument(dependencies: RegistryDependencies, request: LicenseRequest, kind: DocumentKind) {
  authorize(request.caller, 'licenses.edit');
  await dependencies.files.documents.refresh();
  return recordOf(dependencies, kind);
}

/**
 * Compares a text with the active document, and computes its effect on all registered controllers.
 * @param input.text null or undefined: the text of the configured file
 * @param input.first maximum number of affected controllers in the result
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a text that is too long or contains characters
 * that cannot be stored
 */
export async function previewDocument(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  input: { kind: DocumentKind; text: string | null | undefined; first: number },
) {
  authorize(request.caller, 'licenses.edit');
  assertStorableText('text', input.text, maxCharacters.licenseDocument);
  await dependencies.files.documents.refresh();
  const version = dependencies.files.documents.get(input.kind)?.version ?? 0;
  const candidate = await candidateOf(dependencies, input.kind, input.text ?? null);
  if ('problem' in candidate) return { ...noEffect, ...candidate, version };
  const { entryCount } = candidate;
  const license = (await candidate.compare?.()) ?? null;
  return { problem: null, version, entryCount, license, ...(await candidate.effect(request, input.first)) };
}

/**
 * Stores the text of a document, or makes the configured file active again. The new document applies to each request
 * that any server receives after this call.
 * @param input.version version of the document that the caller edited
 * @param input.digest digest of the document that the caller edited; the version is not unique after a failover that
 * lost a change. If absent, only the version is compared.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid document; CONFLICT if the active
 * document has another version or digest
 */
export async function replaceDocument(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  input: ReplaceLicenseDocumentInput,
) {
  authorize(request.caller, 'licenses.edit');
  const { kind } = input;
  assertStorableText('text', input.text, maxCharacters.licenseDocument);
  const { files, database, clock, log } = dependencies;
  await files.documents.refresh();
  const previous = files.documents.get(kind);
  const candidate = await candidateOf(dependencies, kind, input.text ?? null);
  if ('problem' in candidate) throw new DomainError('BAD_USER_INPUT', `The document is invalid: ${candidate.problem}`);
  const { text } = candidate;
  // The audit entry describes the differences from `previous`, so only this version may be replaced.
  const { version, digest } = documentVersionOf(previous);
  if (version !== input.version || (input.digest ?? digest) !== digest) throw conflictError(input, previous);
  const changedAt = clock.now() / 1000;
  const changedBy = request.caller.kind === 'operator' ? request.caller.name : request.caller.kind;
  await database.transaction(async (sql) => {
    const storedDocument = await storeDocument(sql, { kind, version, digest, text, changedAt, changedBy });
    if (storedDocument === undefined) {
      const found = (await readStoredDocuments(sql)).find((document) => document.kind === kind);
      throw conflictError({ kind, version, digest }, found);
    }
    await recordAudit(sql, request, {
      action: `replace.${kind}`,
      object: `license-document:${kind}`,
      before: { ...stateOf(previous?.text ?? null), version },
      after: { ...stateOf(text), version: storedDocument.version, ...candidate.difference },
    });
    await publishDocument(sql, { kind });
  });
  notifyListeners(database);
  await files.documents.refresh();
  log.info(
    { kind, version: version + 1, source: sourceOf(text), caller: changedBy },
    'a license document was replaced',
  );
  return recordOf(dependencies, kind);
}

async function candidateOf(
  dependencies: RegistryDependencies,
  kind: DocumentKind,
  text: string | null,
): Promise<Candidate | { readonly problem: string }> {
  const file = text === null ? fileOf(dependencies, kind) : { text, problem: null };
  if (file.problem !== null) return { problem: `the file cannot be used: ${file.problem}` };
  switch (kind) {
    case DocumentKind.BLACKLIST:
      return blacklistCandidate(dependencies, { text, content: file.text ?? '' });
    case DocumentKind.DEPARTMENTS:
      return departmentsCandidate(dependencies, { text, content: file.text ?? '[]' });
    case DocumentKind.LICENSE:
      if (file.text === null) return { problem: 'no license file is configured, so controllers would be rejected' };
      return await licenseCandidate(dependencies, { text, content: file.text });
  }
}

/**
 * Returns an active document. Its text is null if there is no document, or if its file cannot be read or is too long to
 * be edited.
 */
function recordOf(dependencies: RegistryDependencies, kind: DocumentKind) {
  const storedDocument = dependencies.files.documents.get(kind);
  const text = storedDocument?.text ?? null;
  return {
    ...{ kind, source: sourceOf(text), ...documentVersionOf(storedDocument) },
    text: text ?? editableText(fileOf(dependencies, kind).text),
    changedAt: storedDocument === undefined ? null : new Date(storedDocument.changedAt * 1000),
    changedBy: storedDocument?.changedBy ?? null,
  };
}

function fileOf({ settings }: RegistryDependencies, kind: DocumentKind) {
  return readDocumentFile(settings[`${kind}File` as const]);
}

/** Returns the text; null if it is too long to be stored through the API. */
function editableText(text: string | null): string | null {
  return text === null || isLongerThan(text, maxCharacters.licenseDocument) ? null : text;
}

function documentVersionOf(document: StoredDocument | undefined): DocumentVersion {
  return { version: document?.version ?? 0, digest: document?.digest ?? '' };
}

function sourceOf(text: StoredDocument['text']): DocumentSource {
  return text === null ? DocumentSource.FILE : DocumentSource.DATABASE;
}

function stateOf(text: StoredDocument['text']): { source: DocumentSource; sha256: string | null } {
  return { source: sourceOf(text), sha256: text === null ? null : createHash('sha256').update(text).digest('hex') };
}

function conflictError(
  expected: Omit<ReplaceLicenseDocumentInput, 'text'>,
  found: StoredDocument | undefined,
): DomainError {
  const describe = ({ version, digest }: Pick<ReplaceLicenseDocumentInput, 'version' | 'digest'>) =>
    `version ${version}${digest ? ` (digest ${digest})` : ''}`;
  const change = found === undefined ? '' : `, stored by ${found.changedBy} at ${isoTime(found.changedAt)}`;
  const problem = `The document ${expected.kind} no longer has ${describe(expected)}: it was changed in the meantime`;
  const current = `It now has ${describe(documentVersionOf(found))}${change}`;
  return new DomainError('CONFLICT', `${problem}. ${current}. Read it again, and repeat your change`);
}
