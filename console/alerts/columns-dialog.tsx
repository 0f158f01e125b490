import { Button } from '../shared/button.js';
import { Dialog } from '../shared/dialog.js';
import { CheckboxField } from '../shared/fields.js';
import { navigate } from '../shared/location.js';
import { addRequiredColumn, columnNames, columnTitles, defaultColumns, requiredColumn } from './column-names.js';
import { hrefOfList, type ListLocation } from './list-location.js';

interface ColumnsDialogProps {
  readonly state: ListLocation;
  readonly onClose: () => void;
}

/** Selects the columns of the list; each change applies immediately. */
export function ColumnsDialog({ state, onClose }: ColumnsDialogProps) {
  const visibleColumns = state.columns ?? defaultColumns;
  const show = (columns: ListLocation['columns']) => navigate(hrefOfList({ ...state, columns }), { replace: true });
  return (
    <Dialog title="Columns" onClose={onClose}>
      {(close) => (
        <>
          <p>
            Columns that you select are always shown. The default columns are hidden one after the other if the page is
            narrow.
          </p>
          <fieldset className="columns">
            <legend className="visually-hidden">Columns of the list</legend>
            {columnNames.map((name) => {
              const others = visibleColumns.filter((other) => other !== name);
              return (
                <CheckboxField
                  key={name}
                  label={columnTitles[name]}
                  checked={visibleColumns.includes(name)}
                  disabled={name === requiredColumn}
                  onChange={(checked) => show(addRequiredColumn(checked ? [...others, name] : others))}
                />
              );
            })}
          </fieldset>
          <div className="dialog-actions">
            <Button onClick={() => show(undefined)} disabled={state.columns === undefined}>
              Default columns
            </Button>
            <Button variant="main" onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
