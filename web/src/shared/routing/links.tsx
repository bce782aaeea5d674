import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { buttonStyles } from '../../ui/button.js';

interface ButtonLinkProps extends LinkProps {
  kind?: 'primary' | 'secondary' | 'quiet';
  size?: 'normal' | 'large';
  wide?: boolean;
  icon?: ReactNode;
}

/** A link that looks like a button; for navigation, not for actions. */
export function ButtonLink({
  kind = 'primary',
  size = 'normal',
  wide = false,
  icon,
  children,
  ...link
}: ButtonLinkProps) {
  return (
    <Link css={buttonStyles} data-kind={kind} data-size={size} data-wide={wide || undefined} {...link}>
      {icon}
      {children}
    </Link>
  );
}
