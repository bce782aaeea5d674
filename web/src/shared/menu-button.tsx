import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Sheet } from '../ui/overlays/dialogs.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu } from './menu.js';

/** Opens the navigation on a phone. Closes by itself when it has led somewhere. */
export function MenuButton() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  return (
    <>
      <IconButton label="Menu" icon={<MenuIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Sheet open={open} onOpenChange={setOpen} title="Menu">
        <Menu />
      </Sheet>
    </>
  );
}
