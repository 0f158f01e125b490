import { AddDriveSiteDocument, UpdateDriveSiteDocument } from '../generated/operations.js';
import { FormDialog } from '../shared/dialog.js';
import { useFormDraft } from '../shared/drafts.js';
import { TextField } from '../shared/fields.js';
import { useMutation } from '../shared/use-mutation.js';
import { addInput, blankDraft, draftOf, type FollowedSite, type SiteDraft, updateInput } from './site-draft.js';

interface SiteFormProps {
  /** The site to edit; absent: a new one. */
  readonly site?: FollowedSite;
  readonly onClose: () => void;
  /** Called after a site is added, with the reason why it has no subscription; null if it has one. */
  readonly onAdded?: (subscriptionError: string | null) => void;
}

/** A person’s draft of a site. It does not store the name of the credentials file. */
function useSiteDraft(site: FollowedSite | undefined) {
  const draft = { kind: 'site', id: site?.id ?? '' } as const;
  return useFormDraft(draft, { initial: site === undefined ? blankDraft : draftOf(site), secrets: ['credentials'] });
}

/** Adds a site, or changes the schedule, credentials and filter of an existing one. */
export function SiteForm({ site, onClose, onAdded }: SiteFormProps) {
  const form = useSiteDraft(site);
  const { values } = form;
  const added = useMutation(AddDriveSiteDocument);
  const updated = useMutation(UpdateDriveSiteDocument);

  async function save() {
    if (site !== undefined) {
      return (await updated.run({ input: updateInput(site.id, values) })) !== undefined;
    }
    const data = await added.run({ input: addInput(values) });
    if (data !== undefined) {
      onAdded?.(data.addDriveSite.subscriptionError);
    }
    return data !== undefined;
  }

  return (
    <FormDialog
      title={site === undefined ? 'Add site' : `Edit: ${values.address}`}
      isWide
      submit={site === undefined ? 'Add site' : 'Save'}
      disabled={added.busy || updated.busy}
      failure={added.failure ?? updated.failure}
      onSubmit={save}
      onDone={form.discard}
      onClose={onClose}
    >
      {fields.map(({ name, isForNewSite = false, ...field }) =>
        isForNewSite && site !== undefined ? null : <TextField key={name} {...field} {...form.field(name)} />,
      )}
      <p className="hint">
        Separate list entries with commas; patterns may contain * and ?. Files that do not match are listed, but not
        downloaded.
      </p>
    </FormDialog>
  );
}

interface Field {
  readonly name: keyof SiteDraft;
  readonly label: string;
  /** True: the field is shown only for a new site. */
  readonly isForNewSite?: boolean;
  readonly type: 'text' | 'number';
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly min?: number;
  readonly max?: number;
}

const fields: readonly Field[] = [
  {
    ...{ name: 'address', label: 'Address', isForNewSite: true, type: 'text', required: true },
    placeholder: 'contoso.sharepoint.com/sites/finance',
  },
  { name: 'library', label: 'Library', isForNewSite: true, type: 'text', placeholder: 'Default library' },
  { name: 'pollSeconds', label: 'Seconds between polls', type: 'number', required: true, min: 60, max: 86_400 },
  { name: 'credentials', label: 'Credentials file', type: 'text', placeholder: 'From the settings' },
  { name: 'folders', label: 'Folders', type: 'text', placeholder: 'All' },
  { name: 'excludedFolders', label: 'Excluded folders', type: 'text', placeholder: '/Archive, /Temporary' },
  { name: 'names', label: 'Names', type: 'text', placeholder: 'All' },
  { name: 'excludedNames', label: 'Excluded names', type: 'text', placeholder: '*.tmp, ~*' },
  { name: 'maxBytes', label: 'Maximum size in bytes', type: 'number', placeholder: 'Any', min: 0 },
];
