import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** `main` is for the action that most people want, `danger` for one that deletes or revokes something. */
  readonly variant?: 'main' | 'danger' | 'plain' | undefined;
  readonly size?: 'small' | undefined;
}

/** A button. It submits its form only with `type="submit"`. */
export function Button({ type = 'button', variant, size, className, ...button }: ButtonProps) {
  const classes = ['button', size && `button-${size}`, variant && `button-${variant}`, className];
  return <button type={type} className={classes.filter(Boolean).join(' ')} {...button} />;
}
