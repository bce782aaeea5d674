import { isOverloaded } from '@fairmark/events/testing/eventually';
import type { BrowserContext, Page } from 'playwright-core';

/** The console's message for a refusal by the api; responses are checked separately. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** No time for an answer, which the client requests again: on an overloaded machine this is no fault. */
const UNAVAILABLE = /^Failed to load resource: the server responded with a status of 503/;

/** Console messages of a phone without signal. */
export const LOST_SIGNAL = [
  /^Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED|CONNECTION_RESET)/,
  /^WebSocket connection to .* failed/,
] as const;

/** Hidden errors in a browser, which fail a story even if nothing shows. */
export class Faults {
  private readonly found: string[] = [];
  private readonly excused: RegExp[] = [REFUSAL];

  /** @param base The product's own origin: a request to any other is a fault. */
  constructor(private readonly base: string) {}

  /** Records console errors, exceptions, policy violations, foreign requests and server failures. */
  watch(context: BrowserContext): void {
    context.on('page', (page) => this.watchPage(page));
    context.on('request', (request) => this.visit(request.url()));
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const missing = response.status() === 404 && !pathname.startsWith('/api/');
      const late = response.status() === 503 && isOverloaded();
      if ((response.status() >= 500 && !late) || missing) this.note(`${response.status()} of ${pathname}`);
    });
  }

  /** Ignores what a story causes on purpose, for example the console messages of a phone without signal. */
  excuse(...patterns: readonly RegExp[]): void {
    this.excused.push(...patterns);
  }

  /** Whether a story has excused some. */
  get areExcused(): boolean {
    return this.excused.length > 1;
  }

  /** Clears the faults of an earlier story. */
  forget(): void {
    this.found.length = 0;
  }

  /** All faults that were not excused. */
  list(): readonly string[] {
    return this.found.filter((fault) => !this.excused.some((pattern) => pattern.test(fault)));
  }

  private watchPage(page: Page): void {
    page.on('pageerror', (error) => this.note(`exception: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      const late = UNAVAILABLE.test(message.text()) && isOverloaded();
      if (message.type() === 'error' && !late) this.note(message.text());
    });
    page.on('websocket', (socket) => this.visit(socket.url().replace(/^ws/, 'http')));
  }

  private visit(url: string): void {
    if (!url.startsWith(`${this.base}/`) && !/^(data|blob|about):/.test(url)) this.note(`a request to ${url}`);
  }

  private note(fault: string): void {
    this.found.push(fault);
  }
}
