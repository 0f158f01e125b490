import { type FormEvent, useState } from 'react';
import {
  LicenseDocumentDocument,
  type LicenseDocumentKind,
  LicenseDocumentPreviewDocument,
  type LicenseDocumentPreviewQuery,
  type LicenseDocumentQuery,
  ReplaceLicenseDocumentDocument,
} from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { useFormDraft } from '../shared/drafts.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { CheckboxField } from '../shared/fields.js';
import { formatCount, formatNumber, formatTimeInZone } from '../shared/format.js';
import { runOperation } from '../shared/graph-client.js';
import { ignoreDoubleClick } from '../shared/ignore-double-click.js';
import { MutationResult } from '../shared/mutation-result.js';
import { QueryPanel } from '../shared/query-panel.js';
import { refreshQueries } from '../shared/revision.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { useTask } from '../shared/use-task.js';
import { LicensePreview } from './license-preview.js';

type Preview = NonNullable<LicenseDocumentPreviewQuery['licenseDocumentPreview']>;
type Edited = NonNullable<LicenseDocumentQuery['licenseDocument']>;

/**
 * Maximum number of bytes that are read from a selected file: one more than 1,000,000 characters of up to 4 bytes, the
 * maximum that the server accepts.
 */
const maxBytes = 4_000_001;

interface FormProps {
  readonly kind: LicenseDocumentKind;
}

const formats: Readonly<Record<LicenseDocumentKind, string>> = {
  BLACKLIST: 'One GUID, IP address or CIDR range per line; # starts a comment.',
  LICENSE: 'The text of the file that rampart license issue wrote, signed for this installation.',
  DEPARTMENTS:
    'JSON: [{"name": "plant", "addresses": ["10.1.0.0/16"], "configuration": {}}]. A controller belongs to the first department that contains one of its addresses.',
};

/** Edits a document after a preview of the controllers that the change affects. */
export function DocumentForm({ kind }: FormProps) {
  const query = useGraphQuery({ document: LicenseDocumentDocument, variables: { kind } });
  return (
    <QueryPanel query={query} dataName="the document">
      {({ licenseDocument }) => <Editor kind={kind} document={licenseDocument} />}
    </QueryPanel>
  );
}

/**
 * The revision on which a change is based. If another user has changed the document since, the server reports a
 * conflict.
 */
type Revision = Pick<Edited, 'version' | 'digest'>;

/** A person’s draft of a license document. */
function useDocumentDraft(kind: LicenseDocumentKind, { text, version, digest }: Edited) {
  const revision: Revision = { version, digest };
  const present = JSON.stringify(revision);
  const form = useFormDraft(
    { kind: 'license-document', id: kind },
    {
      ...{ initial: { text: text ?? '' }, basedOn: present },
      secrets: kind === 'LICENSE' ? ['text'] : [],
    },
  );
  return {
    ...form,
    basedOn: JSON.parse(form.basedOn) as Revision, // The result of `present`, possibly for an earlier document.
    isOutdated: form.isChanged && form.basedOn !== present,
    rebase: () => form.rebase(present),
  };
}

function Editor({ kind, document }: FormProps & { readonly document: Edited }) {
  const [saved, setSaved] = useState(document);
  // After a change, the query briefly returns the previous document.
  const form = useDocumentDraft(kind, saved.version > document.version ? saved : document);
  const { text } = form.values;
  const setText = (next: string) => form.change({ text: next });
  const [usesFile, setUsesFile] = useState(false);
  const previewing = useTask((newText: string | null) => previewOf(kind, newText));
  const saving = useMutation(ReplaceLicenseDocumentDocument);
  const newText = usesFile ? null : text;
  // Any change of the text hides its preview.
  const { data: preview, failure } = previewing.input === newText ? previewing : {};
  const isReady = preview?.problem === null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) {
      saving.clear();
      await previewing.run(newText);
      return;
    }
    const data = await saving.run({ input: { kind, text: newText, ...form.basedOn } });
    if (data === undefined) {
      // The request may have failed because another user saved a later document.
      refreshQueries();
      return;
    }
    const { version, digest } = data.replaceLicenseDocument.document;
    setSaved({ ...document, text, version, digest });
    form.removeSent(form.values, JSON.stringify({ version, digest }));
    previewing.clear();
    setUsesFile(false);
  }

  function settle(settleDraft: () => void) {
    settleDraft();
    previewing.clear();
    saving.clear();
  }

  return (
    <form className="document-form" aria-label="Edit" onSubmit={(event) => void submit(event)}>
      <p className="hint">
        {formats[kind]} {document.changedAt !== null && `Last changed by ${document.changedBy}, `}
        {document.changedAt !== null && `${formatTimeInZone(document.changedAt)}.`}
      </p>
      <TextFields {...{ text, setText, usesFile, setUsesFile }} canUseFile={document.source === 'DATABASE'} />
      {form.isOutdated && (
        <Outdated document={document} onKeep={() => settle(form.rebase)} onDiscard={() => settle(form.discard)} />
      )}
      <Button
        type="submit"
        variant={isReady ? 'main' : undefined}
        disabled={previewing.busy || saving.busy || form.isOutdated}
        onClick={ignoreDoubleClick}
      >
        {isReady ? 'Save and activate' : 'Preview'}
      </Button>
      {form.isChanged && !form.isOutdated && <Button onClick={form.discard}>Discard changes</Button>}
      {failure && <FailurePanel failure={failure} />}
      {preview && <PreviewResult preview={preview} />}
      {!form.isOutdated && (
        <MutationResult failure={saving.failure} success={saving.data === undefined ? undefined : 'Saved.'} />
      )}
    </form>
  );
}

interface OutdatedProps {
  /** The current document. */
  readonly document: Edited;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Shows the document that another user saved after the draft was begun, alongside the draft. */
function Outdated({ document, onKeep, onDiscard }: OutdatedProps) {
  const { text, changedAt, changedBy } = document;
  return (
    <div className="notice notice-bad" role="alert">
      <p>
        {changedBy ?? 'Another user'} changed the document after you began to edit it
        {changedAt !== null && ` (${formatTimeInZone(changedAt)})`}.{' '}
        {text === null ? 'The configured file is now used.' : 'Their text:'}
      </p>
      {text !== null && <textarea aria-label="Their text" rows={6} readOnly value={text} />}
      <div className="row-actions">
        <Button onClick={onKeep}>Keep my text</Button>
        <Button onClick={onDiscard}>Use their text</Button>
      </div>
    </div>
  );
}

interface TextFieldsProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly usesFile: boolean;
  readonly setUsesFile: (usesFile: boolean) => void;
  /** Whether a text in the database replaces the configured file, so the file can be used again. */
  readonly canUseFile: boolean;
}

function TextFields({ text, setText, usesFile, setUsesFile, canUseFile }: TextFieldsProps) {
  return (
    <>
      <textarea
        aria-label="Text"
        rows={12}
        spellCheck={false}
        maxLength={1_000_000}
        disabled={usesFile}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <label className="field">
        <span>Or select a file from this computer</span>
        <input
          type="file"
          disabled={usesFile}
          onChange={(event) => void event.target.files?.[0]?.slice(0, maxBytes).text().then(setText)}
        />
      </label>
      {canUseFile && <CheckboxField label="Use the configured file again" checked={usesFile} onChange={setUsesFile} />}
    </>
  );
}

async function previewOf(kind: LicenseDocumentKind, text: string | null): Promise<Preview> {
  const variables = { kind, text };
  return (await runOperation({ document: LicenseDocumentPreviewDocument, variables })).licenseDocumentPreview;
}

function PreviewResult({ preview }: { readonly preview: Preview }) {
  const { problem, affectedCount, controllerCount, changes, departments, license } = preview;
  if (problem !== null) {
    return (
      <p className="notice notice-bad" role="alert">
        The document cannot be saved: {problem}.
      </p>
    );
  }
  return (
    <div role="status">
      {license !== null && <LicensePreview comparison={license} />}
      <p>
        {license === null && `${formatCount(preview.entryCount, 'entry', 'entries')}. `}The change affects{' '}
        <strong>{formatNumber(affectedCount)}</strong> of {formatCount(controllerCount, 'registered controller')}
        {affectedCount > 0 &&
          ` (${departments.map(({ department, count }) => `${department ?? 'no department'}: ${formatNumber(count)}`).join(', ')})`}
        {affectedCount > changes.length && `; the first ${changes.length} are`}
        {affectedCount === 0 ? '.' : ':'}
      </p>
      <ul className="plain-list">
        {changes.map(({ before, after, controller }) => (
          <li key={controller?.guid}>
            {controller === null ? 'A released controller' : controller.lastHostname}{' '}
            <span className="hint">{controller?.guid}</span>: {before} → {after}
          </li>
        ))}
      </ul>
    </div>
  );
}
