import { Dialog, DialogButton, DialogClose } from './dialog.js';
import { type ExportedList, type ExportFormats, hrefOfExport, rowFormats } from './export.js';

interface ExportMenuProps extends ExportedList {
  /** The records, such as `12 alerts`; default: all records. */
  readonly records?: string;
  readonly formats?: ExportFormats;
}

/** Downloads all records of a list that match the filter. */
export function ExportMenu(props: ExportMenuProps) {
  const { path, filter, isUnfiltered = false, records = 'all records', formats = rowFormats } = props;
  return (
    <DialogButton label="Export" size="small">
      {(onClose) => (
        <Dialog title="Export" onClose={onClose}>
          {(close) => (
            <>
              <p>
                Downloads {records}{' '}
                {isUnfiltered
                  ? 'of the list, including those that the page does not show'
                  : 'with the current filters, from all pages'}
                .
              </p>
              <ul className="plain-list">
                {Object.entries(formats).map(([format, name]) => (
                  <li key={format}>
                    <a href={hrefOfExport(format, { path, ...(filter && { filter }) })} download onClick={close}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
              <DialogClose onClose={close} />
            </>
          )}
        </Dialog>
      )}
    </DialogButton>
  );
}
