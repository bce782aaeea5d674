const MINUTE = 60;
const HOUR = 3_600;

/** "42 s", "3 min 20 s", "1 h 5 min". @param seconds at least 0 */
export function secondsWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return pair(Math.floor(whole / MINUTE), 'min', whole % MINUTE, 's');
  return pair(Math.floor(whole / HOUR), 'h', Math.floor((whole % HOUR) / MINUTE), 'min');
}

function pair(many: number, of: string, rest: number, ofRest: string): string {
  return rest === 0 ? `${many} ${of}` : `${many} ${of} ${rest} ${ofRest}`;
}
