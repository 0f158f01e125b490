import { type ComponentProps, type FormEvent, useState } from 'react';
import { CreateAlertViewDocument, UpdateAlertViewDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { Dialog, DialogActions } from '../shared/dialog.js';
import { CheckboxField, TextField } from '../shared/fields.js';
import { navigate } from '../shared/location.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { useSession } from '../shared/session-store.js';
import { TenantField, tenantInput } from '../shared/tenant-field.js';
import { useMutation } from '../shared/use-mutation.js';
import { hrefOfList, type ListLocation } from './list-location.js';
import type { Views } from './use-views.js';
import { parametersOf } from './views.js';

interface SaveViewDialogProps {
  readonly state: ListLocation;
  readonly views: Views;
  readonly onClose: () => void;
}

/** Saves filter, order and columns of the list as a new view, or in the view that is open. */
export function SaveViewDialog({ state, views, onClose }: SaveViewDialogProps) {
  const { id: viewerId, permissions } = useViewer();
  const create = useMutation(CreateAlertViewDocument);
  const update = useMutation(UpdateAlertViewDocument);
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [tenantId, setTenantId] = useState(useSelectedTenant() || state.filter.tenant);
  const parameters = parametersOf(state, viewerId);
  const { current } = views;
  const isBusy = create.busy || update.busy;

  function openView(id: string | undefined, close: () => void) {
    if (id !== undefined) {
      navigate(hrefOfList({ ...state, view: id }), { replace: true });
      close();
    }
  }

  async function save(event: FormEvent, close: () => void) {
    event.preventDefault();
    const input = { name, parameters, isShared, tenantId: isShared ? tenantInput(tenantId) : undefined };
    openView((await create.run({ input }))?.createAlertView.view.id, close);
  }

  async function replace(id: string, close: () => void) {
    openView((await update.run({ input: { id, parameters } }))?.updateAlertView.view.id, close);
  }

  return (
    <Dialog title="Save view" onClose={onClose}>
      {(close) => (
        <form className="comment-form" onSubmit={(event) => void save(event, close)}>
          <p>A view stores the filters, the order and the columns of the list. You can send its URL to others.</p>
          {current?.canChange && views.isChanged && (
            <p>
              <Button disabled={isBusy} onClick={() => void replace(current.id, close)}>
                Replace “{current.name}”
              </Button>
            </p>
          )}
          <TextField label="Name" required maxLength={100} value={name} onChange={setName} />
          {permissions.includes('alerts.share-views') && (
            <>
              <CheckboxField className="check-field" label="Share the view" checked={isShared} onChange={setIsShared} />
              {isShared && <SharedWith value={tenantId} onChange={setTenantId} />}
            </>
          )}
          <MutationResult failure={create.failure ?? update.failure} />
          <DialogActions submit="Save" disabled={isBusy} onCancel={close} />
        </form>
      )}
    </Dialog>
  );
}

/** The tenant whose people can use a shared view. A person with one tenant sees its name instead of a field. */
function SharedWith(props: Omit<ComponentProps<typeof TenantField>, 'placeholder'>) {
  const state = useSession();
  const tenants = 'session' in state ? state.session.tenants : [];
  return tenants?.length === 1 ? (
    <p className="hint">Everyone with a role for {tenants[0]} can see the view.</p>
  ) : (
    <TenantField placeholder="If empty: people with a role for all tenants" {...props} />
  );
}
