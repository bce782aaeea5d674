/** Loaded before a program of the product: its clock is DAYS_AGO days behind, and goes on at the usual speed. */
const behindMs = Number(process.env.DAYS_AGO) * 86_400_000;
const Now = Date;

globalThis.Date = class extends Now {
  constructor(...moment) {
    super(...(moment.length === 0 ? [Now.now() - behindMs] : moment));
  }

  static now() {
    return Now.now() - behindMs;
  }
};
