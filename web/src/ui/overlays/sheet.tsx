import { Drawer } from '@base-ui/react/drawer';
import styled from '@emotion/styled';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { IconButton } from '../button.js';
import { Scrim, type DialogProps } from './modal.js';
import { DESKTOP, SMALL_PHONE, useWide } from '../breakpoints.js';

const Place = styled(Drawer.Viewport)`
  position: fixed;
  inset: 0;
  z-index: 50;
  display: flex;
  align-items: flex-end;
  justify-content: center;
  ${DESKTOP} {
    align-items: stretch;
    justify-content: flex-end;
  }
`;

const Panel = styled(Drawer.Popup)`
  --edge: var(--space-5);
  --tall: calc(100dvh - var(--space-12));
  --away: translateY(100%);
  display: flex;
  flex-direction: column;
  width: 100%;
  max-width: var(--column);
  max-height: var(--tall);
  border-radius: var(--radius-sheet) var(--radius-sheet) 0 0;
  /* Its edge in forced colours, which have no shadows. */
  outline: 1px solid transparent;
  background: var(--surface);
  box-shadow: var(--shadow);
  transform: translateY(var(--drawer-swipe-movement-y, 0px));
  transition: transform var(--sheet) var(--ease);
  &[data-size='tall'] {
    height: var(--tall);
  }
  &[data-swiping] {
    transition-duration: 0ms;
    user-select: none;
  }
  ${SMALL_PHONE} {
    --edge: var(--space-3);
  }
  ${DESKTOP} {
    --edge: var(--space-6);
    --tall: 100dvh;
    --away: translateX(100%);
    width: 440px;
    border-radius: var(--radius-sheet) 0 0 var(--radius-sheet);
    transform: translateX(var(--drawer-swipe-movement-x, 0px));
  }
  &[data-starting-style],
  &[data-ending-style] {
    transform: var(--away);
  }
`;

const Head = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex: none;
  gap: var(--space-3);
  padding: var(--space-5) var(--space-3) var(--space-2) var(--edge);
  touch-action: none;
  /* The drag handle. */
  &::before {
    content: '';
    position: absolute;
    top: var(--space-2);
    left: 50%;
    width: 40px;
    height: 4px;
    border-radius: 2px;
    background: var(--line);
    translate: -50%;
    ${DESKTOP} {
      display: none;
    }
  }
`;

/** Stacked content. */
const Body = styled(Drawer.Content)`
  flex: 1;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: var(--space-4);
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: var(--space-2) var(--edge) calc(var(--space-6) + env(safe-area-inset-bottom));
  scroll-padding-block: var(--space-6);
  /* A sheet with a footer leaves the safe area to it. */
  &:not(:last-child) {
    padding-bottom: var(--space-5);
  }
`;

const Foot = styled.div`
  display: grid;
  flex: none;
  gap: var(--space-2);
  padding: var(--space-3) var(--edge);
  /* Room for the phone's keyboard or its home bar, never for both. */
  padding-bottom: calc(var(--space-3) + max(env(safe-area-inset-bottom), var(--drawer-keyboard-inset, 0px)));
  border-top: 1px solid var(--line);
`;

export interface SheetProps extends DialogProps {
  description?: string;
  footer?: ReactNode;
  /** Starts in its first field; by default with the panel, or with a keyboard its first element. */
  startsInField?: boolean;
  /** The focus after closing; by default the previously focused element. */
  finalFocus?: () => HTMLElement | null;
  /** `tall` almost fills the screen, for sheets with a text field at the top. */
  size?: 'auto' | 'tall';
}

/** A panel from the bottom on phones, from the right on desktops. Closes by button, Escape, swipe or press outside. */
export function Sheet({ open, onOpenChange, title, children, ...more }: SheetProps) {
  const { description, footer, startsInField = false, finalFocus, size = 'auto' } = more;
  const panel = useRef<HTMLDivElement>(null);
  const wide = useWide();
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} swipeDirection={wide ? 'right' : 'down'}>
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop forceRender render={<Scrim />} />
          <Place>
            <Panel
              ref={panel}
              data-size={size}
              initialFocus={startsInField ? () => panel.current?.querySelector('input') ?? null : undefined}
              finalFocus={finalFocus}
            >
              <Head>
                <Drawer.Title>{title}</Drawer.Title>
                <Drawer.Close render={<IconButton label="Close" icon={<X size={22} />} />} />
              </Head>
              <Body>
                {description !== undefined && (
                  <Drawer.Description style={{ color: 'var(--ink-2)' }}>{description}</Drawer.Description>
                )}
                {children}
              </Body>
              {footer !== undefined && <Foot>{footer}</Foot>}
            </Panel>
          </Place>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  );
}
