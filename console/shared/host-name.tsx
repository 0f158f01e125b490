import { Fragment } from 'react';

/** A hostname or an email address, which wraps between its labels. */
export function HostName({ name }: { readonly name: string }) {
  const labels = name.split(/(?<=[.@])/);
  return labels.map((label, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {label}
    </Fragment>
  ));
}
