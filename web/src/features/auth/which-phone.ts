/** Phones whose way to the home screen differs; `other`: a desktop, or unknown. */
export type Phone = 'ios' | 'android' | 'other';

/** Which phone a browser says it runs on. An iPad calls itself a Macintosh, but one that is touched. */
export function whichPhone(userAgent: string, touchPoints: number): Phone {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'other';
}
