import { useState } from 'react';
import { Button } from '../shared/button.js';
import { navigate } from '../shared/location.js';
import { useViewer } from '../shared/permissions.js';
import { ColumnsDialog } from './columns-dialog.js';
import { hrefOfList, type ListLocation, noView } from './list-location.js';
import { SaveViewDialog } from './save-view-dialog.js';
import type { Views } from './use-views.js';
import { listOfView, listWithoutView } from './views.js';
import { ViewsDialog } from './views-dialog.js';

/** The id of the field that the key `v` focuses. */
export const viewField = 'alert-view';

interface ViewBarProps {
  readonly state: ListLocation;
  readonly views: Views;
  readonly chart: { readonly isOn: boolean; readonly toggle: () => void };
}

/** Opens and saves views, selects the columns, and shows or hides the chart. */
export function ViewBar({ state, views, chart }: ViewBarProps) {
  const [open, setOpen] = useState<'columns' | 'save' | 'manage'>();
  const close = () => setOpen(undefined);
  return (
    <div className="view-bar more">
      {views.isAllowed && (
        <>
          <ViewChoice views={views} />
          <Button size="small" onClick={() => setOpen('save')}>
            Save view
          </Button>
          {views.all.length > 0 && (
            <Button size="small" onClick={() => setOpen('manage')}>
              Manage views
            </Button>
          )}
        </>
      )}
      <Button size="small" onClick={() => setOpen('columns')}>
        Columns
      </Button>
      <Button size="small" className="button-switch" aria-pressed={chart.isOn} onClick={chart.toggle}>
        Chart
      </Button>
      {open === 'columns' && <ColumnsDialog state={state} onClose={close} />}
      {open === 'save' && <SaveViewDialog {...{ state, views }} onClose={close} />}
      {open === 'manage' && <ViewsDialog views={views.all} onClose={close} />}
    </div>
  );
}

function ViewChoice({ views }: Pick<ViewBarProps, 'views'>) {
  const { id: viewerId } = useViewer();
  const { all, current } = views;

  function select(id: string) {
    const view = all.find((candidate) => candidate.id === id);
    navigate(hrefOfList(view === undefined ? listWithoutView() : listOfView(view, viewerId)));
  }

  const groups = [
    { label: 'Mine', views: all.filter(({ isShared }) => !isShared) },
    { label: 'Shared', views: all.filter(({ isShared }) => isShared) },
  ];
  return (
    <label className="toolbar-sort">
      <span>View</span>
      <select
        id={viewField}
        aria-keyshortcuts="v"
        value={current?.id ?? noView}
        onChange={(event) => select(event.target.value)}
      >
        <option value={noView}>None</option>
        {groups.map(
          ({ label, views: members }) =>
            members.length > 0 && (
              <optgroup key={label} label={label}>
                {members.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ),
        )}
      </select>
      {views.isChanged && <span className="hint">changed</span>}
    </label>
  );
}
