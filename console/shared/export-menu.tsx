import { useState } from 'react';
import { Dialog, DialogClose } from './dialog.js';
import { type ExportedList, type ExportFormats, hrefOfExport, rowFormats } from './export.js';

interface ExportMenuProps extends ExportedList {
  /** The records, such as `12 alerts`; default: all records. */
  readonly what?: string;
  readonly formats?: ExportFormats;
}

/** Downloads all records of a list that match the filter. */
export function ExportMenu({ path, filter, what = 'all records', formats = rowFormats }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button button-small" onClick={() => setOpen(true)}>
        Export
      </button>
      {isOpen && (
        <Dialog title="Export" onClose={() => setOpen(false)}>
          {(close) => (
            <>
              <p>Downloads {what} that match the filters, on all pages.</p>
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
    </>
  );
}
