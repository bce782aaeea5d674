/** Room for two short lists beside each other. */
export const TABLET = '@media (min-width: 768px)';

/** From this width on the window is a desktop's: the navigation stands beside the page. Also in theme/shell.css. */
export const DESKTOP_WIDTH = '(min-width: 1024px)';
export const DESKTOP = `@media ${DESKTOP_WIDTH}`;

/** Below it: a phone's or a tablet's. */
export const PHONE = '@media (max-width: 1023px)';

/** A phone on its side. Also in theme/tokens.css. */
export const LOW = '@media (max-height: 479px) and (min-width: 600px)';

/** Room for a second column beside a table. */
export const LARGE_DESKTOP = '@media (min-width: 1280px)';

/** Room for three columns. */
export const WIDE_WIDTH = '(min-width: 1840px)';
export const WIDE = `@media ${WIDE_WIDTH}`;
/** As wide as pages become. */
export const WIDEST = '@media (min-width: 2080px)';
