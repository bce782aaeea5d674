/** Kinds of phones that differ in how to add to the home screen; `other`: a desktop or unknown. */
export type Phone = 'ios' | 'android' | 'other';

/** The kind of phone by user agent. An iPad claims to be a Macintosh, but has touch points. */
export function whichPhone(userAgent: string, touchPoints: number): Phone {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'other';
}
