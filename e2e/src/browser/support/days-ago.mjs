/** Loaded before a program of the product: sets its clock DAYS_AGO days back; it runs at normal speed. */
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
